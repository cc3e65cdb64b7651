import { createHash, randomBytes, randomInt } from 'node:crypto';
import { ROLES } from '#contract/access.ts';
import { DOCUMENT } from '#contract/sales/documents/rules.ts';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { fileOf, makePdf, makePicture } from '#test/papers.ts';
import { newKey, openBrowser, type CrashBrowser, type Fields } from './browser.ts';
import { demand, type Company } from './company.ts';
import { lend } from './lending.ts';
import { RoundOver, type Ledger } from './ledger.ts';

/** Runs all workers of a round in parallel until it is over. */
export async function workAll(company: Company): Promise<void> {
  const flows = [buy, buy, buy, buy, comment, account, review, administer, lend];
  await Promise.all(flows.map((flow) => work(company, flow)));
}

async function work(company: Company, flow: (company: Company) => Promise<void>): Promise<void> {
  try {
    for (;;) {
      company.ledger.checkIn();
      await flow(company);
    }
  } catch (error) {
    if (!(error instanceof RoundOver)) throw error;
  }
}

let made = 0;
const next = () => (made += 1);
const pick = <T>(list: readonly T[]): T | undefined => list[randomInt(Math.max(1, list.length))];
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
/** A PDF large enough that a kill may happen while it is being written. */
const makePaper = (n: number) => Buffer.concat([makePdf(n), randomBytes(randomInt(1_000, 400_000))]);

/** A buyer from choosing a model to the reported payment, with an own browser and IP address. */
async function buy({ url, ledger, models, lots }: Company): Promise<void> {
  const n = next();
  const browser = openBrowser(url, `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
  const post = (path: string, form: Fields) =>
    ledger.write(browser, { method: 'POST', path, body: { form }, key: newKey() });
  const person = {
    nombre: `Compradora ${n}`,
    celular: `+5076${String(n).padStart(7, '0')}`,
  };
  // Every third buyer requests a lot that another may already have.
  const lotId = (n % 3 === 0 ? lots[0] : lots.shift()) ?? null;
  const begin = (lot: number | null) =>
    post(`/clientes/comprar/${pick(models)}`, {
      ...person,
      email: `compradora${n}@llave.test`,
      ...(lot !== null && { lote_id: String(lot) }),
    });
  let begun = await begin(lotId);
  const hasLot = lotId !== null && begun.status === 200;
  if (begun.status === 409) begun = await begin(null);
  const { precontratoId: saleId } = demand<{ precontratoId: number }>(begun, 200);
  ledger.promised.buyers.push({ phone: person.celular, saleId });

  const consent = await ledger.write(browser, {
    method: 'PATCH',
    path: `/clientes/precontrato/borrador/${saleId}`,
    body: { json: { campos: { consentimiento_datos: '1', cedula: `8-${(n % 9000) + 1}-${n}` } } },
  });
  demand(consent, 200);
  await sendInPieces(ledger, browser, saleId, 'ficha', makePaper(n));

  const identity = await makePicture({ n, width: 300 + n, height: 200 });
  const proof = makePaper(n);
  const paid = n % 2 === 0;
  const payment: Fields = {
    archivo_comprobante: fileOf(proof, 'pago.pdf'),
    monto_pagado: '500.00',
    // Not every project asks for this amount, so confirm it.
    monto_confirmado: '1',
  };
  const sent = await post('/clientes/precontrato', {
    ...person,
    precontrato_id: String(saleId),
    tipo_documento: 'cedula',
    cedula: `8-${(n % 9000) + 1}-${n}`,
    sector_trabajo: 'Privado',
    consentimiento_datos: '1',
    archivo_cedula: fileOf(identity, 'cédula.png'),
    ...(paid && payment),
  });
  const { precontratoCodigo: code } = demand<{ precontratoCodigo: string | null }>(sent, 200);
  if (code === null) throw new Error(`${saleId} was answered without a code: ${JSON.stringify(sent.body)}`);
  ledger.promised.received.push({ saleId, code, lotId: hasLot ? lotId : null, paid });
  ledger.promised.papers.push({ saleId, field: 'archivo_cedula', sha256: sha256(identity) });

  const bill = makePaper(n);
  demand(
    await post(`/clientes/mi-compra/${saleId}/archivos`, {
      campo: 'recibo',
      archivo: fileOf(bill, 'luz.pdf'),
    }),
    200,
  );
  ledger.promised.papers.push({ saleId, field: 'recibo', sha256: sha256(bill) });
  if (paid) return;
  demand(await post(`/clientes/mi-compra/${saleId}/pago`, payment), 200);
  ledger.promised.received.find((one) => one.saleId === saleId)!.paid = true;
}

interface UploadAnswer {
  data: { id: string; recibido: number; adjunto: object | null };
}

/** Uploads like the browser: asks for the offset, sends a part, asks again after a broken connection. */
async function sendInPieces(
  ledger: Ledger,
  browser: CrashBrowser,
  saleId: number,
  campo: string,
  bytes: Buffer,
): Promise<void> {
  const file = { campo, nombre: 'ficha.pdf', tamano: bytes.length, sha256: sha256(bytes) };
  const announce = async () => {
    const path = `/clientes/precontrato/${saleId}/archivos`;
    return demand<UploadAnswer>(
      await ledger.write(browser, { method: 'POST', path, body: { json: file } }),
      200,
    ).data;
  };
  let state = await announce();
  while (state.adjunto === null) {
    const from = state.recibido;
    const part = bytes.subarray(from, from + Math.ceil(bytes.length / 3));
    const path = `/clientes/archivos/${state.id}?desde=${from}`;
    const answer = await ledger.write(browser, { method: 'PATCH', path, body: { bytes: part } });
    // The part without a response had arrived: the offset is different now, or the file is already complete.
    const { data } = demand<UploadAnswer>(answer, 200, 404, 409);
    state = answer.status === 200 ? data : await announce();
  }
  ledger.promised.papers.push({ saleId, field: campo, sha256: sha256(bytes) });
}

/** A colleague comments on a sale. */
async function comment({ ledger, coordinator, admin }: Company): Promise<void> {
  const saleId = pick(ledger.promised.received)?.saleId ?? 1 + randomInt(20);
  const text = `Nota ${next()}`;
  const answer = await ledger.write(pick([coordinator, admin])!, {
    method: 'POST',
    path: '/api/comments',
    body: { json: { reference: 'precontrato', reference_id: saleId, body: text } },
    key: newKey(),
  });
  ledger.promised.comments.push({ id: demand<{ data: { id: number } }>(answer, 201).data.id, body: text });
}

const LISTS = ['origen', 'motivos_desistimiento', 'motivos_rechazo_documento'];
const ADVISER = ROLES.find(({ name }) => name === 'asesor')!.id;

/** An administrator adds a row to a list and invites a colleague. */
async function administer({ ledger, admin }: Company): Promise<void> {
  const n = next();
  const catalog = LISTS[n % LISTS.length]!;
  const label = `Fila ${n}`;
  const added = await ledger.write(admin, {
    method: 'POST',
    path: `/api/administrations/catalogs/${catalog}/items`,
    body: { json: { label } },
    key: newKey(),
  });
  ledger.promised.items.push({ catalog, id: demand<{ data: { id: number } }>(added, 201).data.id, label });
  const email = `colega${n}@llave.test`;
  const invited = await ledger.write(admin, {
    method: 'POST',
    path: '/api/administrations/users',
    body: { json: { name: `Colega ${n}`, email, user_type_id: 1, role_ids: [ADVISER] } },
    key: newKey(),
  });
  ledger.promised.invited.push({ id: demand<{ data: { id: number } }>(invited, 201).data.id, email });
}

interface Stated {
  id: number;
  version: number;
  state: { id: number };
}

/**
 * Changes a state. After a crash the change may already be done; then the response is 409 (stale version). If somebody
 * else changed the record meanwhile, tries again with the current version.
 */
async function move(
  ledger: Ledger,
  browser: CrashBrowser,
  entity: string,
  path: string,
  record: Stated,
  to: number,
  more: object = {},
): Promise<Stated> {
  const params = { estado_id: to, version: record.version, ...more };
  const answer = await ledger.write(browser, { method: 'PATCH', path, body: { json: { params } } });
  const body = demand<{ data: Stated; current: { estado_id: number; version: number } }>(answer, 200, 409);
  const now =
    answer.status === 200
      ? { version: body.data.version, state: body.data.state.id }
      : { version: body.current.version, state: body.current.estado_id };
  const after = { id: record.id, version: now.version, state: { id: now.state } };
  if (now.state === record.state.id) return move(ledger, browser, entity, path, after, to, more);
  if (now.state !== to) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  ledger.promised.moves.push({ entity, id: record.id, from: record.state.id, to });
  return after;
}

const taken = new Set<string>();
/** A sale that this kind of work has not handled yet; each is handled once. */
function takeSale(work: string, from: readonly { saleId: number }[]): number | undefined {
  const found = from.find(({ saleId }) => !taken.has(`${work}-${saleId}`));
  if (found) taken.add(`${work}-${found.saleId}`);
  return found?.saleId;
}

/** Accounting verifies a reported separation and confirms it with the bank line. */
async function account(company: Company): Promise<void> {
  const { ledger, accountant } = company;
  ledger.checkIn();
  const saleId = takeSale(
    'account',
    ledger.promised.received.filter(({ paid }) => paid),
  );
  if (saleId === undefined) return comment(company);
  const path = `/api/sale/costumer_payments?precontrato_id=${saleId}&estado_id=2`;
  const { data } = await ledger.through(() => accountant.get<{ data: Stated[] }>(path));
  const [payment] = data;
  if (!payment) throw new Error(`sale ${saleId} has no reported payment`);
  const url = `/api/sale/costumer_payments/${payment.id}/status`;
  const verifying = await move(ledger, accountant, 'pago', url, payment, PAYMENT.verifying);
  await move(ledger, accountant, 'pago', url, verifying, PAYMENT.confirmed, {
    banco_id: 1,
    referencia: `GOLPE-${payment.id}`,
    fecha: '2026-01-05',
    monto: '500.00',
    tipo: 1,
  });
}

/** A reviewer starts the review of a sale and rejects its income document. */
async function review(company: Company): Promise<void> {
  const { ledger, coordinator } = company;
  ledger.checkIn();
  const saleId = takeSale('review', ledger.promised.received);
  if (saleId === undefined) return comment(company);
  const base = `/api/sale/precontracts/${saleId}`;
  const { data: sale } = await ledger.through(() => coordinator.get<{ data: Stated }>(base));
  await move(ledger, coordinator, 'precontrato', `${base}/status`, sale, SALE.inReview);
  const { data: papers } = await ledger.through(() =>
    coordinator.get<{ data: (Stated & { type: { name: string } })[] }>(`${base}/documents`),
  );
  const paper = papers.find(({ type }) => type.name === 'ficha')!;
  const url = `/api/sale/documents/${paper.id}/status`;
  const open = await move(ledger, coordinator, 'documento', url, paper, DOCUMENT.inReview);
  await move(ledger, coordinator, 'documento', url, open, DOCUMENT.rejected, {
    motivo: 'No se lee.',
  });
}
