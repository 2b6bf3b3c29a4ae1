import { BlockList, isIP } from 'node:net';

/** IANA's special-purpose addresses that are not globally reachable, and those of clouds and relays. */
const SPECIAL_IPV4: [address: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  // Carrier-grade NAT, which includes the metadata address of one cloud (100.100.100.200).
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local, which includes the metadata address of most clouds.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  // 6to4 relays.
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // A public address that one cloud answers from the host of the machine.
  ['168.63.129.16', 32],
];

/** Allocated unicast. Nothing else (link-local, multicast, ::1, IPv4-compatible …) is routed. */
const UNICAST_IPV6: [address: string, prefix: number][] = [['2000::', 3]];

const SPECIAL_IPV6: [address: string, prefix: number][] = [
  // IETF protocols, including Teredo, benchmarking and ORCHID.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4, which embeds any IPv4 address.
  ['2002::', 16],
  ['3fff::', 20],
];

const CARRIERS = ['::ffff:', '64:ff9b::'];

const ipv4 = { special: listOf(SPECIAL_IPV4, 'ipv4') };
const carried = CARRIERS.flatMap((carrier) =>
  SPECIAL_IPV4.map(([address, prefix]): [string, number] => [carrier + address, 96 + prefix]),
);
const ipv6 = {
  routed: listOf([...UNICAST_IPV6, ...CARRIERS.map((carrier): [string, number] => [`${carrier}0.0.0.0`, 96])], 'ipv6'),
  special: listOf([...SPECIAL_IPV6, ...carried], 'ipv6'),
};

/** Expects addresses as Node writes them, and returns false for anything else. */
export function isGloballyRoutable(address: string): boolean {
  // A zone names a local network.
  if (address.includes('%')) return false;
  switch (isIP(address)) {
    case 4:
      return !ipv4.special.check(address);
    case 6:
      return ipv6.routed.check(address, 'ipv6') && !ipv6.special.check(address, 'ipv6');
    default:
      return false;
  }
}

function listOf(ranges: [address: string, prefix: number][], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of ranges) list.addSubnet(address, prefix, family);
  return list;
}
