/*
 * Verifies the files of a bundle with nothing but what a browser has: it is copied into `verificar.html`, after
 * contract/legal/seals/chain.ts. No import of its own, and no type that remains when the script runs.
 */
import { linkText, linkValues, sorted } from '#contract/legal/seals/chain.ts';
import type { ChainEvent } from '#contract/legal/seals/model.ts';

export interface BundleCheck {
  ok: boolean;
  text: string;
}

interface BundleEvidence {
  huella: string;
  huella_sellado: string;
  sobre: { record: string; recordId: number; fileId: string; sourceHash: string };
  evidencia: { events: ChainEvent[] };
}

/**
 * What the files of a bundle prove, one line for each check. `files`: by name, as they are in the ZIP. Nothing is asked of
 * any server.
 */
export async function verifyBundle(files: Map<string, Uint8Array<ArrayBuffer>>): Promise<BundleCheck[]> {
  const pdf = files.get('documento-sellado.pdf');
  const source = files.get('documento-firmado.pdf');
  const told = files.get('evidencia.json');
  if (!pdf || !source || !told)
    return [{ ok: false, text: 'Faltan archivos: elige todos los de la carpeta.' }];
  const evidence = JSON.parse(new TextDecoder().decode(told)) as BundleEvidence;
  const checks: BundleCheck[] = [];
  const check = (ok: boolean, good: string, bad: string) => checks.push({ ok, text: ok ? good : bad });
  check(
    (await hex(pdf)) === evidence.huella_sellado,
    'El PDF sellado es el que dice la evidencia.',
    'El PDF sellado no es el que dice la evidencia.',
  );
  check(
    (await hex(source)) === evidence.sobre.sourceHash,
    'El PDF firmado es el que dice la evidencia.',
    'El PDF firmado no es el que dice la evidencia.',
  );
  const about = { ...evidence.sobre, evidence: evidence.evidencia };
  check(
    (await hex(utf8(JSON.stringify(sorted(about))))) === evidence.huella,
    'La huella de verificación corresponde a la evidencia.',
    'La evidencia cambió: ya no corresponde a su huella.',
  );
  const broken = await brokenAt(evidence.evidencia.events);
  check(
    broken === null,
    'La cadena de eventos está completa.',
    `La cadena de eventos se rompe en el evento ${broken ?? ''}.`,
  );
  const seal = await sealHolds(pdf, evidence.huella);
  check(seal === null, 'El sello digital es válido y cubre todo el archivo.', seal ?? '');
  return checks;
}

const utf8 = (text: string) => new TextEncoder().encode(text);

async function hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...hash].map((one) => one.toString(16).padStart(2, '0')).join('');
}

async function brokenAt(events: readonly ChainEvent[]): Promise<number | null> {
  let before: string | null = null;
  for (const [at, event] of events.entries()) {
    const hash = await hex(utf8(linkText(before, linkValues(event))));
    if (event.sequence !== at + 1 || event.previousHash !== before || hash !== event.hash)
      return event.sequence;
    before = event.hash;
  }
  return null;
}

/** Why the newest signature of the PDF does not hold; null when it does. */
async function sealHolds(pdf: Uint8Array<ArrayBuffer>, fingerprint: string): Promise<string | null> {
  try {
    const text = new TextDecoder('latin1').decode(pdf);
    const range = [...text.matchAll(/\/ByteRange\s*\[\s*0\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)].at(-1);
    if (!range) return 'El PDF no lleva un sello digital.';
    const [length, after, rest] = range.slice(1).map(Number) as [number, number, number];
    if (after + rest !== pdf.length) return 'Al PDF se le agregó algo después del sello.';
    if (!text.includes(`Sello ${fingerprint}`)) return 'El sello del PDF es de otro documento.';
    const covered = new Uint8Array(length + rest);
    covered.set(pdf.subarray(0, length));
    covered.set(pdf.subarray(after, after + rest), length);
    const cms = Uint8Array.from(text.slice(length + 1, after - 1).match(/../g) ?? [], (byte) =>
      Number.parseInt(byte, 16),
    );
    return (await signatureHolds(cms, await hex(covered)))
      ? null
      : 'El PDF cambió después de sellarse: el sello no es válido.';
  } catch {
    return 'El sello del PDF no se puede leer.';
  }
}

/** A value of DER: where it begins, where its content begins and ends. */
interface Der {
  tag: number;
  from: number;
  start: number;
  end: number;
}

function readDer(bytes: Uint8Array, from: number): Der {
  let length = bytes[from + 1]!;
  let start = from + 2;
  if (length & 0x80) {
    const count = length & 0x7f;
    length = 0;
    for (let at = 0; at < count; at += 1) length = length * 256 + bytes[start + at]!;
    start += count;
  }
  if (start + length > bytes.length) throw new Error('cut off');
  return { tag: bytes[from]!, from, start, end: start + length };
}

function childrenOf(bytes: Uint8Array, { start, end }: Der): Der[] {
  const found: Der[] = [];
  for (let at = start; at < end; at = found.at(-1)!.end) found.push(readDer(bytes, at));
  return found;
}

const whole = (bytes: Uint8Array, { from, end }: Der) => Uint8Array.from(bytes.subarray(from, end));
const hexOf = (bytes: Uint8Array) => [...bytes].map((one) => one.toString(16).padStart(2, '0')).join('');

/** messageDigest, 1.2.840.113549.1.9.4 */
const MESSAGE_DIGEST = '06092a864886f70d010904';

/** Whether the one signer of a CMS structure signed this digest (RFC 5652, 5.4), with RSA or with a P-256 key. */
async function signatureHolds(cms: Uint8Array, digest: string): Promise<boolean> {
  const signed = childrenOf(cms, childrenOf(cms, readDer(cms, 0))[1]!)[0]!;
  const parts = childrenOf(cms, signed);
  const certificates = childrenOf(
    cms,
    parts.find(({ tag }) => tag === 0xa0)!,
  );
  const info = childrenOf(
    cms,
    childrenOf(
      cms,
      parts.findLast(({ tag }) => tag === 0x31)!,
    )[0]!,
  );
  const attributes = info.find(({ tag }) => tag === 0xa0)!;
  const signature = info.find(({ tag }) => tag === 0x04)!;
  const says = childrenOf(cms, attributes).some((one) => {
    const [type, values] = childrenOf(cms, one);
    if (hexOf(whole(cms, type!)) !== MESSAGE_DIGEST) return false;
    const [value] = childrenOf(cms, values!);
    return hexOf(cms.subarray(value!.start, value!.end)) === digest;
  });
  if (!says) return false;
  const toVerify = whole(cms, attributes);
  toVerify[0] = 0x31;
  const value = Uint8Array.from(cms.subarray(signature.start, signature.end));
  const signer = hexOf(whole(cms, info[1]!));
  for (const one of certificates) {
    const fields = childrenOf(cms, childrenOf(cms, one)[0]!).filter(({ tag }) => tag !== 0xa0);
    // Serial number and issuer name the signer's certificate.
    const [serial, , issuer, , , key] = fields;
    const named = hexOf(whole(cms, issuer!)) + hexOf(whole(cms, serial!));
    if (signer.endsWith(named)) return verifies(whole(cms, key!), value, toVerify);
  }
  return false;
}

/** id-ecPublicKey, 1.2.840.10045.2.1 */
const EC = '06072a8648ce3d0201';

async function verifies(
  spki: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  if (!hexOf(spki).includes(EC)) {
    const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('spki', spki, rsa, false, ['verify']);
    return crypto.subtle.verify(rsa, key, signature, bytes);
  }
  const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('spki', spki, ecdsa, false, ['verify']);
  // A browser wants the two numbers side by side, in 32 bytes each.
  const plain = new Uint8Array(64);
  for (const [at, { start, end }] of childrenOf(signature, readDer(signature, 0)).entries()) {
    const number = signature.subarray(start, end);
    const digits = number.length > 32 ? number.subarray(number.length - 32) : number;
    plain.set(digits, 32 * at + 32 - digits.length);
  }
  return crypto.subtle.verify(ecdsa, key, plain, bytes);
}
