import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import * as asn1js from 'asn1js';
import {
  AccessDescription,
  AlgorithmIdentifier,
  Attribute,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  CertificateRevocationList,
  ContentInfo,
  CRLDistributionPoints,
  DistributionPoint,
  EncapsulatedContentInfo,
  Extension,
  ExtKeyUsage,
  GeneralName,
  InfoAccess,
  IssuerAndSerialNumber,
  RevokedCertificate,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TSTInfo,
  type MessageImprint,
} from 'pkijs';
import { DAY_MS } from '#contract/dates.ts';
import { own, parseDer, pemOf } from '#server/kernel/seal/asn1.ts';

const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
};

type Owner = 'root' | 'authority' | 'subject';
const made = new Map<Owner, Promise<CryptoKeyPair>>();
/** Making a key takes a second of processor time on a bad day; what is tested goes by the certificates. */
function keysOf(whose: Owner): Promise<CryptoKeyPair> {
  const known = made.get(whose) ?? crypto.subtle.generateKey(RSA, true, ['sign', 'verify']);
  made.set(whose, known);
  return known;
}

interface Issued {
  certificate: Certificate;
  keys: CryptoKeyPair;
  /** Certificate and key as PEM. */
  pem: string;
  keyPem: string;
}

/** How the time-stamp authority answers. */
type Manner = 'good' | 'away' | 'slow' | 'otherDocument' | 'otherRequest' | 'wrongTime' | 'garbage' | 'huge';

/**
 * A certificate authority with its revocation list and a time-stamp authority on loopback. `now`: the time by which
 * everything is valid.
 */
export async function openAuthority(now: () => Date) {
  const serials = { next: 100 };
  const revoked: Certificate[] = [];
  const ways: { tsa: Manner; crl: 'good' | 'away'; asked: number } = { tsa: 'good', crl: 'good', asked: 0 };
  const waiting: (() => void)[] = [];
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const base = `http://${host}`;

  async function issue(
    name: string,
    by: Issued | null,
    { ca = false, stamps = false, from = -30, to = 365, offers = true } = {},
  ): Promise<Issued> {
    const keys = await keysOf(ca ? 'root' : stamps ? 'authority' : 'subject');
    const certificate = new Certificate();
    certificate.version = 2;
    certificate.serialNumber = new asn1js.Integer({ value: (serials.next += 1) });
    certificate.subject.typesAndValues.push(
      new AttributeTypeAndValue({ type: '2.5.4.3', value: new asn1js.Utf8String({ value: name }) }),
    );
    if (by) certificate.issuer = by.certificate.subject;
    else certificate.issuer = certificate.subject;
    const second = Math.floor(now().getTime() / 1000) * 1000;
    certificate.notBefore.value = new Date(second + from * DAY_MS);
    certificate.notAfter.value = new Date(second + to * DAY_MS);
    const extension = (extnID: string, value: { toSchema(): asn1js.AsnType }, critical = false) =>
      new Extension({ extnID, critical, extnValue: value.toSchema().toBER(false), parsedValue: value });
    const uri = (path: string) => new GeneralName({ type: 6, value: base + path });
    certificate.extensions = [extension('2.5.29.19', new BasicConstraints({ cA: ca }), true)];
    if (stamps)
      certificate.extensions.push(
        extension('2.5.29.37', new ExtKeyUsage({ keyPurposes: ['1.3.6.1.5.5.7.3.8'] }), true),
      );
    if (by && offers)
      certificate.extensions.push(
        extension(
          '2.5.29.31',
          new CRLDistributionPoints({
            distributionPoints: [new DistributionPoint({ distributionPoint: [uri('/ca.crl')] })],
          }),
        ),
        extension(
          '1.3.6.1.5.5.7.1.1',
          new InfoAccess({
            accessDescriptions: [
              new AccessDescription({ accessMethod: '1.3.6.1.5.5.7.48.2', accessLocation: uri('/ca.crt') }),
            ],
          }),
        ),
      );
    await certificate.subjectPublicKeyInfo.importKey(keys.publicKey);
    await certificate.sign((by?.keys ?? keys).privateKey, 'SHA-256');
    return {
      certificate,
      keys,
      pem: pemOf('CERTIFICATE', certificate.toSchema(true).toBER(false)),
      keyPem: pemOf('PRIVATE KEY', await crypto.subtle.exportKey('pkcs8', keys.privateKey)),
    };
  }

  const root = await issue('Autoridad de Prueba', null, { ca: true, to: 3650 });
  const tsa = await issue('Sellado de Tiempo de Prueba', root, { stamps: true });

  async function crl(): Promise<Buffer> {
    const list = new CertificateRevocationList();
    list.version = 1;
    list.issuer = root.certificate.subject;
    list.thisUpdate.value = new Date(now().getTime() - 60_000);
    list.nextUpdate = Object.assign(
      new (list.thisUpdate.constructor as typeof Object)() as typeof list.thisUpdate,
      {
        type: 0,
        value: new Date(now().getTime() + DAY_MS),
      },
    );
    if (revoked.length > 0)
      list.revokedCertificates = revoked.map((one) => {
        const entry = new RevokedCertificate({ userCertificate: one.serialNumber });
        entry.revocationDate.value = now();
        return entry;
      });
    await list.sign(root.keys.privateKey, 'SHA-256');
    return Buffer.from(list.toSchema(true).toBER(false));
  }

  async function stamp(asked: Buffer): Promise<Buffer> {
    const request = new TimeStampReq({ schema: parseDer(asked) });
    const imprint: MessageImprint = request.messageImprint;
    if (ways.tsa === 'otherDocument')
      imprint.hashedMessage = new asn1js.OctetString({ valueHex: own(Buffer.alloc(32, 7)) });
    const info = new TSTInfo({
      version: 1,
      policy: '1.2.3.4',
      messageImprint: imprint,
      serialNumber: new asn1js.Integer({ value: (serials.next += 1) }),
      genTime: new Date(now().getTime() + (ways.tsa === 'wrongTime' ? DAY_MS : 0)),
      nonce: ways.tsa === 'otherRequest' ? new asn1js.Integer({ value: 7 }) : request.nonce!,
    });
    const told = info.toSchema().toBER(false);
    const sha256 = new AlgorithmIdentifier({ algorithmId: '2.16.840.1.101.3.4.2.1' });
    const signed = new SignedData({
      version: 3,
      encapContentInfo: new EncapsulatedContentInfo({
        eContentType: '1.2.840.113549.1.9.16.1.4',
        eContent: new asn1js.OctetString({ valueHex: told }),
      }),
      certificates: [tsa.certificate, root.certificate],
      signerInfos: [
        new SignerInfo({
          version: 1,
          sid: new IssuerAndSerialNumber({
            issuer: tsa.certificate.issuer,
            serialNumber: tsa.certificate.serialNumber,
          }),
          digestAlgorithm: sha256,
          signedAttrs: new SignedAndUnsignedAttributes({
            type: 0,
            attributes: [
              new Attribute({
                type: '1.2.840.113549.1.9.3',
                values: [new asn1js.ObjectIdentifier({ value: '1.2.840.113549.1.9.16.1.4' })],
              }),
              new Attribute({
                type: '1.2.840.113549.1.9.4',
                values: [new asn1js.OctetString({ valueHex: await crypto.subtle.digest('SHA-256', told) })],
              }),
            ],
          }),
        }),
      ],
    });
    await signed.sign(tsa.keys.privateKey, 0, 'SHA-256');
    const token = new ContentInfo({
      contentType: '1.2.840.113549.1.7.2',
      content: signed.toSchema(true),
    });
    const response = new asn1js.Sequence({
      value: [new asn1js.Sequence({ value: [new asn1js.Integer({ value: 0 })] }), token.toSchema()],
    });
    return Buffer.from(response.toBER(false));
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    if (request.url === '/ca.crt')
      return void response.end(Buffer.from(root.certificate.toSchema(true).toBER(false)));
    if (request.url === '/ca.crl')
      return void (ways.crl === 'away' ? response.writeHead(503).end() : response.end(await crl()));
    if (request.url !== '/tsa') return void response.writeHead(404).end();
    ways.asked += 1;
    if (ways.tsa === 'away') return void response.writeHead(503).end();
    if (ways.tsa === 'slow') return void waiting.push(() => response.end());
    if (ways.tsa === 'garbage') return void response.end('no soy un sello');
    if (ways.tsa === 'huge') return void response.end(Buffer.alloc(1 << 20));
    response.end(await stamp(body));
  }

  return {
    host,
    tsaUrl: `${base}/tsa`,
    rootPem: root.pem,
    ways,
    issue: (name: string, options: Parameters<typeof issue>[2] = {}) => issue(name, root, options),
    revoke: (one: Issued) => void revoked.push(one.certificate),
    async close() {
      for (const answer of waiting) answer();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
