import { createPrivateKey, X509Certificate } from 'node:crypto';
import {
  CertBag,
  Certificate,
  PFX,
  PKCS8ShroudedKeyBag,
  PrivateKeyInfo,
  type AuthenticatedSafe,
} from 'pkijs';
import { own, parseDer } from './asn1.ts';
import type { KeyAndCertificates } from './identity.ts';

/**
 * The key and certificates of a PKCS #12 file (RFC 7292) with PBES2, as OpenSSL 3 and current tools write it. Raises an
 * Error for a wrong password, and for a file with the old RC2 or 3DES encryption: docs/operations.md says how to convert it.
 */
export async function openP12(bytes: Uint8Array, password: string): Promise<KeyAndCertificates> {
  const secret = own(Buffer.from(password, 'utf8'));
  const pfx = new PFX({ schema: parseDer(bytes) });
  await pfx.parseInternalValues({ password: secret, checkIntegrity: true });
  const safe = pfx.parsedValue?.authenticatedSafe;
  if (!safe) throw new Error('the PKCS #12 file is empty');
  // Each part may be encrypted on its own; the password opens those that are.
  await safe.parseInternalValues({ safeContents: safe.safeContents.map(() => ({ password: secret })) });
  let pkcs8: ArrayBuffer | undefined;
  const certificates: X509Certificate[] = [];
  for (const bag of bagsOf(safe)) {
    if (bag instanceof PKCS8ShroudedKeyBag) {
      // The types say `protected`, the documentation of the library calls it.
      await (bag as unknown as { parseInternalValues(with_: object): Promise<void> }).parseInternalValues({
        password: secret,
      });
      pkcs8 ??= bag.parsedValue?.toSchema().toBER(false);
    } else if (bag instanceof PrivateKeyInfo) pkcs8 ??= bag.toSchema().toBER(false);
    else if (bag instanceof CertBag && bag.parsedValue instanceof Certificate)
      certificates.push(new X509Certificate(Buffer.from(bag.parsedValue.toSchema().toBER(false))));
  }
  if (!pkcs8) throw new Error('the PKCS #12 file has no key');
  return {
    key: createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' }),
    certificates,
  };
}

function bagsOf({ parsedValue }: AuthenticatedSafe): unknown[] {
  const contents = (parsedValue?.safeContents ?? []) as { value: { safeBags: { bagValue: unknown }[] } }[];
  return contents.flatMap(({ value }) => value.safeBags.map(({ bagValue }) => bagValue));
}
