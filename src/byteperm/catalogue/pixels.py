"""Pixels: planes and packed colours, channel orders, alpha."""

from __future__ import annotations

from byteperm.catalogue.entry import Entry, known

_PLANES = "r=32221202 g=33231303 b=34241404"
_PACKED = "p[]=12040302 23221413 34333224"
_EIGHT = "written as C++ bytes 24 to 27 instructions (nvcc 13.0)"

ENTRIES = (
    Entry(
        name="rgb-pack",
        title="three planes to packed RGB",
        sentence="Interleaves four red, green and blue bytes to four packed 3-byte pixels.",
        text="in r, g, b: u32le; out p: u32le[3] = interleave(r, g, b)",
        source="RGB24: bytes r g b in memory",
        checks=(known(_PLANES, _PACKED),),
        permutes=5,
        remark="as C++ bytes 16 instructions on sm_90, 18 on sm_120 (nvcc 13.0)",
        tags=("rgb", "planes", "interleave"),
    ),
    Entry(
        name="rgb-unpack",
        title="packed RGB to three planes",
        sentence="Takes four packed 3-byte pixels apart into red, green and blue bytes.",
        text=(
            "in p: u32le[3]; out r: u32le = every(p, 3, 0); out g: u32le = every(p, 3, 1)\n"
            "out b: u32le = every(p, 3, 2)"
        ),
        source="RGB24: bytes r g b in memory",
        checks=(known(_PACKED, _PLANES),),
        permutes=5,
        remark="as C++ bytes 19 instructions on sm_90, 18 on sm_120 (nvcc 13.0)",
        tags=("rgb", "planes", "deinterleave"),
    ),
    Entry(
        name="bgr-swap",
        title="packed RGB to packed BGR",
        sentence="Exchanges red and blue in four packed 3-byte pixels.",
        text="in p: u32le[3]; out q: u32le[3] = swap(p, 3)",
        source="RGB24 and BGR24",
        checks=(known(_PACKED, "q[]=14020304 23241213 32333422"),),
        permutes=4,
        tags=("rgb", "bgr"),
    ),
    Entry(
        name="rgba-pack",
        title="four planes to packed RGBA",
        sentence="Interleaves four red, green, blue and alpha bytes to four 4-byte pixels: a 4x4 transpose.",
        text="in r, g, b, a: u32le; out p: u32le[4] = interleave(r, g, b, a)",
        source="RGBA32: bytes r g b a in memory",
        checks=(known(f"{_PLANES} a=ffeeddcc", "p[]=cc040302 dd141312 ee242322 ff343332"),),
        permutes=8,
        remark=_EIGHT,
        tags=("rgba", "planes", "interleave", "transpose"),
    ),
    Entry(
        name="rgba-unpack",
        title="packed RGBA to four planes",
        sentence="Takes four 4-byte pixels apart into red, green, blue and alpha bytes: a 4x4 transpose.",
        text=(
            "in p: u32le[4]; out r: u32le = every(p, 4, 0); out g: u32le = every(p, 4, 1)\n"
            "out b: u32le = every(p, 4, 2); out a: u32le = every(p, 4, 3)"
        ),
        source="RGBA32: bytes r g b a in memory",
        checks=(known("p[]=cc040302 dd141312 ee242322 ff343332", f"{_PLANES} a=ffeeddcc"),),
        permutes=8,
        remark=_EIGHT,
        tags=("rgba", "planes", "deinterleave", "transpose"),
    ),
    Entry(
        name="rgba-bgra",
        title="RGBA to BGRA",
        sentence="Exchanges red and blue in one 4-byte pixel, between OpenGL's order and that of Windows bitmaps.",
        text="in p: u32le; out q: u32le = p.2 p.1 p.0 p.3",
        source="selector 0x3012",
        checks=(known("p=ff332211", "q=ff112233"),),
        permutes=1,
        remark="by shifts and masks 5 instructions (nvcc 13.0)",
        tags=("rgba", "bgra"),
    ),
    Entry(
        name="rgba-argb",
        title="RGBA to ARGB",
        sentence="Moves alpha from the last byte of a pixel to the first.",
        text="in p: u32le; out q: u32le = p.3 p.0 p.1 p.2",
        source="selector 0x2103",
        checks=(known("p=ff332211", "q=332211ff"),),
        permutes=1,
        remark="a rotation by 8, already one SHF on sm_70 and newer, so never a win",
        tags=("rgba", "argb"),
    ),
    Entry(
        name="rgba-abgr",
        title="RGBA to ABGR",
        sentence="Reverses the four channels of one pixel: a byte swap.",
        text="in p: u32le; out q: u32le = reverse(p)",
        source="selector 0x0123",
        checks=(known("p=ff332211", "q=112233ff"),),
        permutes=1,
        tags=("rgba", "abgr"),
    ),
    Entry(
        name="set-alpha",
        title="alpha to opaque",
        sentence="Sets the alpha byte of a pixel to 255 and leaves its colour.",
        text="in p: u32le; out q: u32le = p.0 p.1 p.2 ff",
        source="RGBA32",
        checks=(known("p=00332211", "q=ff332211"),),
        permutes=1,
        remark="an or with 0xff000000 (LOP3) does the same, so never a win",
        tags=("rgba", "alpha"),
    ),
    Entry(
        name="rgb-rgba",
        title="packed RGB to RGBA",
        sentence="Spreads four packed 3-byte pixels to four 4-byte pixels with opaque alpha.",
        text=("in p: u32le[3]\nout q: u32le[4] = p.bytes[0:3] ff p.bytes[3:6] ff p.bytes[6:9] ff p.bytes[9:12] ff"),
        source="RGB24 and RGBA32",
        checks=(known(_PACKED, "q[]=ff040302 ff141312 ff242322 ff343332"),),
        permutes=6,
        proved="exhausted",
        tags=("rgb", "rgba", "alpha"),
    ),
    Entry(
        name="rgba-rgb",
        title="RGBA to packed RGB",
        sentence="Drops the alpha of four 4-byte pixels and closes the gaps.",
        text="in p: u32le[4]; out q: u32le[3] = p.bytes[0:3] p.bytes[4:7] p.bytes[8:11] p.bytes[12:15]",
        source="RGBA32 and RGB24",
        checks=(known("p[]=cc040302 dd141312 ee242322 ff343332", "q[]=12040302 23221413 34333224"),),
        permutes=3,
        tags=("rgb", "rgba"),
    ),
    Entry(
        name="grey-rgba",
        title="grey to RGBA",
        sentence="Spreads four grey bytes to four opaque pixels.",
        text="in g: u32le; out p: u32le[4] = g.0 * 3 ff g.1 * 3 ff g.2 * 3 ff g.3 * 3 ff",
        source="RGBA32",
        checks=(known("g=44332211", "p[]=ff111111 ff222222 ff333333 ff444444"),),
        permutes=4,
        remark="by products 14 instructions (nvcc 13.0)",
        tags=("grey", "rgba", "splat"),
    ),
    Entry(
        name="yuyv-split",
        title="YUYV to luma and chroma",
        sentence="Separates packed 4:2:2 video into its luma bytes and its interleaved chroma bytes.",
        text="in p: u32le[2]; out y: u32le = every(p, 2, 0); out c: u32le = every(p, 2, 1)",
        source="YUY2: bytes y0 u0 y1 v0 in memory",
        checks=(known("p[]=d3815280 d4825381", "y=82818180 c=d453d352"),),
        permutes=2,
        remark="c holds u0 v0 u1 v1",
        tags=("yuv", "planes", "deinterleave"),
    ),
)
