import { DAY_MS, panamaDay, showDay } from '#contract/dates.ts';
import { SEAL_FAULTS } from '#contract/legal/seals/rules.ts';
import type { Acting } from '#server/kernel/context.ts';
import { readIdentity } from '#server/kernel/seal/identity.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import type { SealRow } from './seals.service.ts';

/** Who mends a seal: whoever administers the system, and whoever works on legal documents. */
export async function tellAdministrators(ctx: Acting, seal: SealRow): Promise<void> {
  const people = [
    ...(await whoMay(ctx.db, 'administracion.editar')),
    ...(await whoMay(ctx.db, 'legal.editar')),
  ];
  await notify(ctx, {
    kind: 'sello_pendiente',
    to: people,
    text: `Falta sellar «${seal.title}». ${SEAL_FAULTS[seal.fault ?? 'FAULT'].text}`,
    url: `/oficina/sellos?sello=${seal.id}`,
    event: `sello:${seal.id}:pendiente:${seal.version}`,
  });
}

/** Days before the end at which the administrators are told, and once more when it is over. */
const ALARMS = [60, 30, 7, 0];

/** Tells the administrators that the certificate expires, once for each alarm and certificate. */
export async function alarmCertificate(ctx: Acting): Promise<void> {
  const { SEAL_P12, SEAL_CERT } = ctx.config;
  // The certificate made for trying is only made at the first seal: the alarm must not make it.
  if (!SEAL_P12 && !SEAL_CERT) return;
  const identity = await readIdentity(ctx.config, ctx.now);
  const ends = identity.certificate.validToDate;
  const days = Math.floor((ends.getTime() - ctx.now.getTime()) / DAY_MS);
  const alarm = ALARMS.filter((one) => days < one || (one > 0 && days === one)).at(-1);
  if (alarm === undefined) return;
  const day = showDay(panamaDay(ends));
  await notify(ctx, {
    kind: 'certificado_por_vencer',
    to: await whoMay(ctx.db, 'administracion.editar'),
    text:
      days < 0
        ? `El certificado de la empresa venció el ${day}: no se sella nada hasta que lo renueves.`
        : `El certificado con que se sellan los documentos vence el ${day}. Renuévalo a tiempo.`,
    url: '/oficina/estado',
    event: `certificado:${identity.certificate.fingerprint256.replaceAll(':', '').slice(0, 16)}:${alarm}`,
  });
}
