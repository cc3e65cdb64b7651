import { addDays, panamaDay, showDay } from '#contract/dates.ts';
import { moneyText } from '#contract/money.ts';
import { importStatement } from '#contract/money/statements/statementEndpoints.ts';
import { listBankAccountOptions } from '#contract/projects/bankAccounts/endpoints.ts';
import { signIn } from './llave.ts';

/** What the bank says for a month: exact reports, deposits that nobody reported, amounts that differ, the bank's own. */
export const MONTH = { reported: 70, unreported: 100, short: 12, over: 8, nameless: 10, own: 100 } as const;

interface Due {
  id: number;
  name: string;
  sale: { id: number; code: string };
  owed_centavos: number;
  reported_centavos: number | null;
  due_at: string | null;
}

export interface MadeMonth {
  /** The file that the bank gives, 300 lines. */
  csv: Buffer;
  /** The nameless deposits: what the accountant knows from a call, by the line's reference. */
  known: ReadonlyMap<string, string>;
}

/** The bank's own lines, which rules set aside, and two of another kind, which a person does. */
const OWN = [
  ['COMISION POR ACH RECIBIDO', -35],
  ['COMISION POR ACH RECIBIDO', -35],
  ['ITBMS SOBRE COMISION', -2],
  ['INTERESES GANADOS', 128],
  ['TRASLADO ENTRE CUENTAS', 250_000],
  ['TRASLADO ENTRE CUENTAS', -250_000],
  ['DEVOLUCION DE PROVEEDOR', 4_410],
] as const;
/** What is typed in a rule, and as what it sets lines aside. */
export const RULES = [
  ['COMISION', 'Comisiones del banco'],
  ['INTERESES', 'Intereses del banco'],
  ['TRASLADO ENTRE', 'Traslado entre cuentas propias'],
] as const;
/** What is left for a selection of many lines. */
export const BY_HAND = 'DEVOLUCION DE PROVEEDOR';

/** Reports payments of the running company for its customers, and writes the bank's file for them and for others. */
export async function makeMonth(url: string): Promise<MadeMonth> {
  const accountant = await signIn(url, 'contabilidad');
  const coordinator = await signIn(url, 'coordinador');
  const dues = await owedAt(url, accountant);
  const wanted = MONTH.reported + MONTH.unreported + MONTH.short + MONTH.over + MONTH.nameless;
  if (dues.length < wanted) throw new Error(`The company owes ${dues.length} dues; ${wanted} are needed.`);
  const today = panamaDay(new Date());
  const rows: string[] = [];
  const known = new Map<string, string>();
  const put = (reference: string, words: string, cents: number) => {
    const at = rows.length;
    const day = showDay(addDays(today, -(at % 28)));
    rows.push(`${day},${reference},${words},"${moneyText(cents)}"`);
  };
  let at = 0;
  const take = (count: number) => dues.slice(at, (at += count));
  for (const due of take(MONTH.reported)) {
    const reference = `99${String(due.id).padStart(8, '0')}`;
    await report(url, coordinator, due, reference);
    put(reference, `ACH ${due.name.toUpperCase()}`, due.owed_centavos);
  }
  for (const due of take(MONTH.unreported))
    put(`88${String(due.id).padStart(8, '0')}`, `DEPOSITO ${due.name.toUpperCase()} ${due.sale.code}`, due.owed_centavos); // prettier-ignore
  for (const due of take(MONTH.short))
    put(`77${String(due.id).padStart(8, '0')}`, `YAPPY ${due.name.toUpperCase()}`, due.owed_centavos - 2_500);
  for (const due of take(MONTH.over))
    put(`66${String(due.id).padStart(8, '0')}`, `YAPPY ${due.name.toUpperCase()}`, due.owed_centavos + 1_000);
  for (const due of take(MONTH.nameless)) {
    const reference = `55${String(due.id).padStart(8, '0')}`;
    known.set(reference, due.sale.code);
    put(reference, 'DEPOSITO EN EFECTIVO', due.owed_centavos);
  }
  for (let own = 0; own < MONTH.own; own++) {
    const [words, cents] = OWN[own % OWN.length]!;
    put(`44${String(own).padStart(8, '0')}`, words, cents + (cents > 0 ? own : -own));
  }
  return { csv: Buffer.from(['Fecha,Referencia,Descripción,Monto', ...rows].join('\n')), known };
}

/** A deposit of today that names nobody, of exactly what that sale owes; returns the sale's code. */
export async function depositForNobody(url: string, words: string): Promise<string> {
  const token = await signIn(url, 'contabilidad');
  const due = (await owedAt(url, token)).at(-1)!;
  const headers = { authorization: `Bearer ${token}` };
  const found = await fetch(`${url}${listBankAccountOptions.path}`, { headers });
  const { data } = (await found.json()) as { data: { id: number }[] };
  const day = showDay(panamaDay(new Date()));
  const file = `Fecha,Referencia,Descripción,Monto\n${day},,${words},"${moneyText(due.owed_centavos)}"`;
  const body = new FormData();
  body.set('cuenta_id', String(data[0]!.id));
  body.set('archivo', new Blob([file], { type: 'text/csv' }), 'hoy.csv');
  const answer = await fetch(`${url}${importStatement.path}`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return due.sale.code;
}

/** Everything that is owed and not reported, the due of each sale that comes first before its second one. */
async function owedAt(url: string, token: string): Promise<Due[]> {
  const all: Due[] = [];
  for (let page = 1; ; page++) {
    const answer = await fetch(`${url}/api/sale/costumer_payments?alerta=cobrar&per_page=100&page=${page}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    const { data } = (await answer.json()) as { data: Due[] };
    all.push(...data);
    if (data.length < 100) break;
  }
  const seen = new Map<number, number>();
  return all
    .filter(({ reported_centavos }) => reported_centavos === null)
    .toSorted((a, b) => (a.due_at ?? '9').localeCompare(b.due_at ?? '9'))
    .map((due) => {
      const turn = seen.get(due.sale.id) ?? 0;
      seen.set(due.sale.id, turn + 1);
      return { due, turn };
    })
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ due }) => due);
}

async function report(url: string, token: string, due: Due, reference: string): Promise<void> {
  const body = new FormData();
  body.set('monto_pagado', moneyText(due.owed_centavos));
  body.set('referencia', reference);
  body.set('archivo_comprobante', new Blob([PROOF], { type: 'image/png' }), 'comprobante.png');
  const answer = await fetch(`${url}/api/sale/costumer_payments/${due.id}/report`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
}

/** A picture of one pixel. */
const PROOF = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
