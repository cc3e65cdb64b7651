import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Addresses that are not public: this machine, private networks, cloud metadata, and what leads to them. */
const PRIVATE = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv4');
// Of IPv6 only the global range is public, less what embeds IPv4 addresses in it.
const GLOBAL6 = new BlockList();
GLOBAL6.addSubnet('2000::', 3, 'ipv6');
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv6');

/** Whether an IP address is on the public Internet: a server that calls what others name must not reach its own network. */
export const isPublic = (address: string): boolean =>
  isIP(address) === 4
    ? !PRIVATE.check(address, 'ipv4')
    : isIP(address) === 6 && GLOBAL6.check(address, 'ipv6') && !PRIVATE.check(address, 'ipv6');

/** The code of the error of `publicOnly` for a name that leads to an address that is not public. */
export const NOT_PUBLIC = 'ENOTPUBLIC';

/**
 * Resolves a name for a request and refuses it when one of its addresses is not public. The address that was checked is the
 * one that is called. A host that is an IP address is not resolved: check it with `isPublic`.
 */
export const publicOnly: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (fault, found) => {
    if (fault) return done(fault, '');
    const [first] = found;
    if (!first || !found.every(({ address }) => isPublic(address)))
      return done(Object.assign(new Error('not a public address'), { code: NOT_PUBLIC }), '');
    if (options.all) done(null, found);
    else done(null, first.address, first.family);
  });
};
