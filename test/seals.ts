import type { ChainEvent, SealEvidence } from '#contract/legal/seals/model.ts';
import { addFile } from '#server/modules/company/files/files.service.ts';
import { linkOf } from '#server/modules/legal/seals/chain.service.ts';
import { requestSeal, type SealRequest } from '#server/modules/legal/seals/seals.service.ts';
import type { TestApp } from './app.ts';
import { makeSale } from './factories.ts';
import { makePdf } from './papers.ts';
import { serial } from './serial.ts';

const next = serial();

/** A chain of events, as a signing ceremony leaves it. */
export function chainOf(kinds: readonly string[]): ChainEvent[] {
  const events: ChainEvent[] = [];
  for (const [at, kind] of kinds.entries()) {
    const event = {
      sequence: at + 1,
      kind,
      at: `2026-11-21T1${at}:00:00.000Z`,
      actor: 'Ana Pérez',
      detail: { z: 1, a: { d: 'ñ', b: [2, 1] } },
    };
    const previousHash = events.at(-1)?.hash ?? null;
    events.push({ ...event, previousHash, hash: linkOf(previousHash, event) });
  }
  return events;
}

export const evidenceOf = (over: Partial<SealEvidence> = {}): SealEvidence => ({
  title: 'Promesa de compraventa',
  code: 'P-0012',
  company: 'Casas del Istmo, S.A.',
  documentHash: 'a'.repeat(64),
  consent: 'Acepto firmar por medios electrónicos.',
  signers: [
    {
      name: 'Ana Pérez',
      role: 'comprador',
      document: 'Cédula 8-712-45',
      order: 1,
      method: 'codigo',
      signedAt: '2026-11-21T15:00:00.000Z',
      utc: '2026-11-21 15:00:00',
      panama: '21-11-2026 10:00',
      ip: '10.0.0.1',
      userAgent: 'Navegador',
      identifiedBy: 'Código de un solo uso',
      codeSentTo: 'a••@correo.test',
      initials: 'AP',
    },
  ],
  events: chainOf(['enviada', 'abierta', 'firmada']),
  ...over,
});

/** A signed PDF of a sale that waits for its seal. */
export async function askSeal(
  llave: TestApp,
  { pdf, ...over }: Partial<SealRequest> & { pdf?: Buffer } = {},
): Promise<{ id: number; saleId: number; asked: SealRequest }> {
  const sale = await makeSale(llave.database.db);
  const bytes = pdf ?? makePdf(next() + 40_000);
  const stored = await llave.app.core.services.files.keep(bytes, 'promesa.pdf', 'application/pdf');
  const owner = { reference: 'precontrato', referenceId: sale.id, sensitive: true };
  return llave.act(async (ctx) => {
    const asked: SealRequest = {
      record: 'precontrato',
      recordId: sale.id,
      saleId: sale.id,
      title: 'Promesa de compraventa',
      fileId: await addFile(ctx, owner, stored),
      evidence: evidenceOf(),
      ...over,
    };
    return { id: await requestSeal(ctx, asked), saleId: sale.id, asked };
  });
}
