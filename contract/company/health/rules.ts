import { DAY_MS, instantText } from '#contract/dates.ts';
import type { HealthCheck, SystemFacts } from './model.ts';

/** A backup is expected each day; after a week without one, a person must act. */
const BACKUP_DAYS = { attention: 2, negative: 7 };
/** Free space, as a multiple of the least: below it the disk fills up soon. */
const SOON_FULL = 4;
/** A mail that waits for longer than this is stuck. */
const STUCK_MS = 15 * 60_000;

const plural = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

/** `1.5 GB`, with one decimal at most. */
export function sizeText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1000)));
  return `${Number((bytes / 1000 ** step).toFixed(1))} ${units[step]}`;
}

/** What an administrator should know of the system, in the order of the page. */
export const healthChecks = (facts: SystemFacts, now: Date): HealthCheck[] => [
  diskCheck(facts),
  backupCheck(facts, now),
  jobsCheck(facts),
  mailCheck(facts, now),
  ...certificateCheck(facts, now),
  ...(facts.safe_mode
    ? [
        {
          key: 'modo_seguro' as const,
          label: 'Modo seguro',
          tone: 'attention' as const,
          text: 'Esta es una copia restaurada: no salen correos y las tareas esperan. Confirma que es la empresa real para seguir.',
          leads_to: { label: 'Qué es una copia restaurada', href: '/oficina/manual/copia-restaurada' },
        },
      ]
    : []),
];

function diskCheck({ disk, least_free }: SystemFacts): HealthCheck {
  const of = {
    key: 'disco',
    label: 'Disco',
    leads_to: { label: 'Cómo liberar espacio', href: '/oficina/manual/administrar-el-sistema#el-disco' },
  } as const;
  if (disk === null)
    return { ...of, tone: 'positive', text: 'El sistema no dice cuánto espacio queda.', leads_to: null };
  const left = `Quedan ${sizeText(disk.free)} de ${sizeText(disk.total)}.`;
  if (disk.free < least_free)
    return { ...of, tone: 'negative', text: `${left} No se reciben archivos: libera espacio ahora.` };
  return disk.free < SOON_FULL * least_free
    ? { ...of, tone: 'attention', text: `${left} Libera espacio o agranda el disco pronto.` }
    : { ...of, tone: 'positive', text: left, leads_to: null };
}

const daysSince = (instant: string | null, now: Date) =>
  instant === null ? 0 : (now.getTime() - new Date(instant).getTime()) / DAY_MS;

function backupCheck({ backup, demo, since }: SystemFacts, now: Date): HealthCheck {
  const of = {
    key: 'respaldo',
    label: 'Último respaldo',
    leads_to: {
      label: 'Cómo hacer un respaldo',
      href: '/oficina/manual/administrar-el-sistema#los-respaldos',
    },
  } as const;
  const { taken_at: at, damaged, own_tools } = backup;
  if (own_tools)
    return {
      ...of,
      tone: 'attention',
      text: 'La base de datos es externa: se respalda con sus propias herramientas. Comprueba ahí la fecha.',
    };
  if (at === null)
    return demo
      ? { ...of, tone: 'positive', text: 'La demostración no necesita respaldo.', leads_to: null }
      : {
          ...of,
          tone: daysSince(since, now) > BACKUP_DAYS.attention ? 'negative' : 'attention',
          text: 'Todavía no hay ninguno. Pide a quien opera el servidor uno hoy, con «npm run respaldo», y uno cada noche.',
        };
  const days = daysSince(at, now);
  const made = `Se hizo el ${instantText(at)}`;
  if (damaged > 0)
    return {
      ...of,
      tone: 'negative',
      text: `${made} Le faltan o se dañaron ${plural(damaged, 'archivo', 'archivos')}: búscalos en uno anterior.`,
    };
  if (days > BACKUP_DAYS.negative)
    return { ...of, tone: 'negative', text: `${made} Ya es viejo: haz uno hoy y guarda una copia fuera.` };
  return days > BACKUP_DAYS.attention
    ? { ...of, tone: 'attention', text: `${made} Conviene uno cada día.` }
    : { ...of, tone: 'positive', text: made, leads_to: null };
}

function jobsCheck({ jobs, safe_mode }: SystemFacts): HealthCheck {
  const of = {
    key: 'tareas',
    label: 'Tareas del sistema',
    leads_to: { label: 'Qué hacer', href: '/oficina/manual/administrar-el-sistema#las-tareas' },
  } as const;
  const failed = jobs.failed.reduce((sum, { count }) => sum + count, 0);
  if (safe_mode)
    return { ...of, tone: 'positive', text: 'Esperan hasta que termine el modo seguro.', leads_to: null };
  if (jobs.late > 0)
    return {
      ...of,
      tone: 'negative',
      text: `${plural(jobs.late, 'tarea está atrasada', 'tareas están atrasadas')}. Reinicia el sistema; si sigue, descarga el paquete de soporte.`,
    };
  return failed > 0
    ? {
        ...of,
        tone: 'attention',
        text: `${plural(failed, 'tarea falló', 'tareas fallaron')} en los últimos siete días. Están en la lista de abajo.`,
      }
    : {
        ...of,
        tone: 'positive',
        text: 'Al día, y ninguna falló en los últimos siete días.',
        leads_to: null,
      };
}

function mailCheck({ mail }: SystemFacts, now: Date): HealthCheck {
  const of = { key: 'correo', label: 'Correos' } as const;
  const server = { label: 'Servidor de correo', href: '/oficina/servidor-de-correo' };
  const list = (state: string, label: string) => ({ label, href: `/oficina/correos?estado=${state}` });
  if (!mail.configured)
    return {
      ...of,
      tone: 'attention',
      text: 'No hay servidor de correo: los correos se guardan aquí y no salen. Pon uno.',
      leads_to: server,
    };
  const stuck =
    mail.oldest_queued_at !== null && now.getTime() - new Date(mail.oldest_queued_at).getTime() > STUCK_MS;
  if (stuck)
    return {
      ...of,
      tone: 'negative',
      text: `${plural(mail.queued, 'correo espera', 'correos esperan')}; el más viejo, desde el ${instantText(mail.oldest_queued_at!)}. Envíate una prueba: dice qué falla. Si la prueba sale, reinicia el sistema.`,
      leads_to: server,
    };
  return mail.failed > 0
    ? {
        ...of,
        tone: 'attention',
        text: `${plural(mail.failed, 'correo no salió', 'correos no salieron')}. Mira por qué e intenta enviarlos otra vez.`,
        leads_to: list('failed', 'Correos que fallaron'),
      }
    : { ...of, tone: 'positive', text: 'Salen sin problema.', leads_to: null };
}

/** Days before the certificate ends: renewing one with its issuer takes weeks. */
const CERTIFICATE_DAYS = { attention: 60, negative: 7 };

function certificateCheck({ certificate }: SystemFacts, now: Date): HealthCheck[] {
  if (!certificate) return [];
  const of = {
    key: 'certificado' as const,
    label: 'Certificado para sellar',
    leads_to: { label: 'Cómo renovarlo', href: '/oficina/manual/sellos#el-certificado' },
  };
  const { own, not_before, not_after, fault } = certificate;
  if (fault !== null || not_before === null || not_after === null)
    return [
      {
        ...of,
        tone: 'negative',
        text: 'No se puede leer: no se sella ningún documento. Revisa SEAL_P12, o SEAL_CERT y SEAL_KEY.',
      },
    ];
  const days = (new Date(not_after).getTime() - now.getTime()) / DAY_MS;
  if (days < 0 || now < new Date(not_before))
    return [
      { ...of, tone: 'negative', text: 'No está vigente: no se sella ningún documento. Renuévalo ahora.' },
    ];
  const until = `Vence el ${instantText(not_after)}`;
  if (days < CERTIFICATE_DAYS.negative) return [{ ...of, tone: 'negative', text: `${until} Renuévalo hoy.` }];
  if (days < CERTIFICATE_DAYS.attention)
    return [{ ...of, tone: 'attention', text: `${until} Renuévalo a tiempo.` }];
  return [
    own
      ? {
          ...of,
          tone: 'attention',
          text: 'Lo hizo este sistema para probar: los documentos se leen «íntegro; emisor no reconocido». Pon el de la empresa.',
        }
      : { ...of, tone: 'positive', text: until, leads_to: null },
  ];
}
