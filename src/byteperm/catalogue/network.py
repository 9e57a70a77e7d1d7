"""Network headers and identifiers: fields in network order, addresses, UUIDs."""

from __future__ import annotations

from byteperm.catalogue.entry import Entry, known

ENTRIES = (
    Entry(
        name="ipv4-address",
        title="IPv4 address to a number",
        sentence="Reads the four bytes of an IPv4 address as the number that masks and comparisons need.",
        text="in a: u8[4]; out r: u32be = a",
        source="RFC 791, section 3.1",
        checks=(known("a.w=0100a8c0", "r=c0a80001"),),
        permutes=1,
        remark="192.168.0.1: bytes c0 a8 00 01 in memory",
        tags=("network", "ipv4", "endianness"),
    ),
    Entry(
        name="port-pair",
        title="source and destination port",
        sentence="Reads the two ports at the start of a TCP or UDP header as two numbers.",
        text="in p: u8[4]; out src: u16be = p[0:2]; out dst: u16be = p[2:4]",
        source="RFC 768; RFC 9293, section 3.1",
        checks=(known("p.w=bb0150c3", "src=c350 dst=1bb"),),
        permutes=2,
        remark="ports 50000 and 443: bytes c3 50 01 bb in memory",
        tags=("network", "tcp", "udp", "endianness"),
    ),
    Entry(
        name="mac-address",
        title="MAC address to a number",
        sentence="Reads the six bytes of a MAC address as a 64-bit number, for hashing and comparison.",
        text="in a: u8[6]; out r: u64be = 00 00 a",
        source="IEEE 802.3, 6-byte addresses",
        checks=(known("a.w=005e0001 0100", "r.hi=0100 r.lo=5e000001"),),
        permutes=2,
        remark="01:00:5e:00:00:01: bytes in memory in this order",
        tags=("network", "ethernet", "endianness"),
    ),
    Entry(
        name="ipv6-address",
        title="IPv6 address to four numbers",
        sentence="Reads the 16 bytes of an IPv6 address as four numbers, the first the most significant.",
        text="in a: u8[16]; out r: u32be[4] = a",
        source="RFC 8200, section 3; 2001:db8::1 from RFC 3849's prefix",
        checks=(known("a.w=b80d0120 0 0 01000000", "r[]=20010db8 0 0 1"),),
        permutes=4,
        tags=("network", "ipv6", "endianness"),
    ),
    Entry(
        name="ipv4-five-tuple",
        title="flow key of an IPv4 packet",
        sentence="Takes protocol, addresses and ports out of a 20-byte IPv4 header and the four bytes that follow it.",
        text=(
            "in h: u8[24]\n"
            "out proto: u8 = h[9]; out src: u32be = h[12:16]; out dst: u32be = h[16:20]\n"
            "out sport: u16be = h[20:22]; out dport: u16be = h[22:24]"
        ),
        source="RFC 791, section 3.1; RFC 9293, section 3.1",
        checks=(
            known(
                "h.w=3c000045 00404612 00000640 0100a8c0 01020a0a bb0150c3",
                "proto=6 src=c0a80001 dst=0a0a0201 sport=c350 dport=1bb",
            ),
        ),
        permutes=5,
        remark="for a header without options",
        tags=("network", "ipv4", "tcp", "endianness"),
    ),
    Entry(
        name="ethernet-ipv4-addresses",
        title="IPv4 addresses behind an Ethernet header",
        sentence="Reads both addresses of an IPv4 packet in a frame, where 14 bytes before it leave them astride.",
        text="in f: u8[34]; out src: u32be = f[26:30]; out dst: u32be = f[30:34]",
        source="IEEE 802.3; RFC 791, section 3.1",
        checks=(known("f.w=0 0 0 0 0 0 a8c00000 0a0a0100 0102", "src=c0a80001 dst=0a0a0201"),),
        permutes=2,
        remark="shift and byte swap in one instruction each",
        tags=("network", "ethernet", "ipv4", "unaligned", "endianness"),
    ),
    Entry(
        name="uuid-guid",
        title="UUID to GUID",
        sentence="Turns the 16 bytes of a UUID in network order to the mixed order of a Microsoft GUID, or back.",
        text="in u: u8[16]; out g: u8[16] = reverse(u[0:4]) swap(u[4:8], 2) u[8:16]",
        source="RFC 9562, section 4; value of the DNS name space",
        checks=(known("u.w=10b8a76b d111ad9d c000b480 c830d44f", "g.w=6ba7b810 11d19dad c000b480 c830d44f"),),
        permutes=2,
        remark="6ba7b810-9dad-11d1-80b4-00c04fd430c8: only the first three fields change their order",
        tags=("uuid", "guid", "endianness"),
    ),
    Entry(
        name="uuid-fields",
        title="UUID to its first fields",
        sentence="Reads time_low, time_mid and time_hi of a UUID in network order as numbers.",
        text="in u: u8[16]; out low: u32be = u[0:4]; out mid: u16be = u[4:6]; out hi: u16be = u[6:8]",
        source="RFC 9562, section 5.1; value of the DNS name space",
        checks=(known("u.w=10b8a76b d111ad9d c000b480 c830d44f", "low=6ba7b810 mid=9dad hi=11d1"),),
        permutes=3,
        tags=("uuid", "endianness"),
    ),
)
