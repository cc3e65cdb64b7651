import type { FieldHandover, SentInspection } from '#contract/care/handover/model.ts';
import type { Answer, Meter, Severity } from '#contract/care/handover/rules.ts';
import { METER_NAMES } from '#contract/care/handover/rules.ts';
import type { Part } from '#contract/care/covers/parts.ts';

/** A point as it is being answered on the tablet. */
export interface DraftPoint {
  ambiente: string;
  punto: string;
  parte: Part;
  resultado: 'bien' | 'observado' | null;
  gravedad: Severity;
  texto: string;
  fotos: File[];
}
interface DraftMeter {
  tipo: Meter;
  numero: string;
  lectura: number | null;
  fotos: File[];
}

/** An inspection that is being made. */
export interface Draft {
  asistio: string;
  puntos: DraftPoint[];
  medidores: DraftMeter[];
  llaves: { nombre: string; cantidad: number }[];
  manual: boolean;
  reglamento: boolean;
  respuesta: Answer | null;
  motivo: string;
}

/** An empty inspection of a delivery; what is still open of the one before is shown as observed. */
export const beginDraft = ({ rooms, open, meters, keys, name }: FieldHandover): Draft => ({
  asistio: name,
  puntos: rooms.flatMap(({ nombre, puntos }) =>
    puntos.map((point): DraftPoint => {
      const before = open.find((one) => one.room === nombre && one.point === point.nombre);
      return {
        ambiente: nombre,
        punto: point.nombre,
        parte: point.parte,
        resultado: null,
        gravedad: before?.severity ?? 'moderada',
        texto: before?.text ?? '',
        fotos: [],
      };
    }),
  ),
  medidores: METER_NAMES.map((tipo) => ({
    tipo,
    numero: meters.find(({ kind }) => kind === tipo)?.number ?? '',
    lectura: null,
    fotos: [],
  })),
  llaves: keys.map((key) => ({ ...key })),
  manual: false,
  reglamento: false,
  respuesta: null,
  motivo: '',
});

/** What is still missing before the inspection can be kept, as a sentence; null when nothing is. */
export function missingIn({ asistio, puntos, medidores, llaves, respuesta, motivo }: Draft): string | null {
  const open = puntos.filter(({ resultado }) => resultado === null).length;
  const observed = puntos.filter(({ resultado }) => resultado === 'observado');
  if (asistio.trim() === '') return 'Escribe quién asistió.';
  if (open > 0) return open === 1 ? 'Falta responder 1 punto.' : `Falta responder ${open} puntos.`;
  const silent = observed.find(({ texto }) => texto.trim() === '');
  if (silent) return `Escribe qué se observó en ${silent.ambiente}: ${silent.punto}.`;
  if (respuesta === null) return 'Elige qué dice el comprador.';
  if (respuesta === 'rechaza') return motivo.trim() === '' ? 'Escribe por qué no la recibe.' : null;
  if (medidores.some(({ numero, lectura }) => numero.trim() === '' || lectura === null))
    return 'Anota el número y la lectura de los dos medidores.';
  if (!llaves.some(({ cantidad }) => cantidad > 0)) return 'Anota las llaves que se entregan.';
  if (respuesta === 'conforme' && observed.length > 0)
    return 'Hay puntos observados: la recibe con pendientes, o no la recibe.';
  if (respuesta === 'pendientes' && observed.length === 0)
    return 'No hay puntos observados: la recibe conforme.';
  return null;
}

/** What is sent: photographs in one list, each point and meter with the places of its own. */
export function sentOf(draft: Draft, fecha: string): { datos: SentInspection; fotos: File[] } {
  const fotos: File[] = [];
  const placed = (files: readonly File[]) => files.map((file) => fotos.push(file) - 1);
  const refuses = draft.respuesta === 'rechaza';
  const puntos = draft.puntos.map(({ resultado, gravedad, texto, fotos: files, ...point }) =>
    resultado === 'observado'
      ? { ...point, resultado, gravedad, texto: texto.trim(), fotos: placed(files) }
      : { ...point, resultado: 'bien' as const, fotos: [] },
  );
  const medidores = draft.medidores
    .filter(({ numero, lectura }) => numero.trim() !== '' && lectura !== null)
    .map(({ tipo, numero, lectura, fotos: files }) => ({
      tipo,
      numero: numero.trim(),
      lectura: lectura!,
      fotos: placed(files),
    }));
  return {
    fotos,
    datos: {
      fecha,
      asistio: draft.asistio.trim(),
      puntos,
      medidores,
      llaves: refuses ? [] : draft.llaves.filter(({ cantidad }) => cantidad > 0),
      manual: draft.manual,
      reglamento: draft.reglamento,
      respuesta: draft.respuesta ?? 'conforme',
      ...(refuses && { motivo: draft.motivo.trim() }),
    },
  };
}

/** What was kept or refused, opened again with its photographs. */
export const draftOf = (datos: SentInspection, files: readonly File[]): Draft => {
  const of = (places: readonly number[] | undefined) => (places ?? []).flatMap((at) => files[at] ?? []);
  return {
    asistio: datos.asistio,
    puntos: datos.puntos.map((one) => ({
      ambiente: one.ambiente,
      punto: one.punto,
      parte: one.parte,
      resultado: one.resultado,
      gravedad: one.gravedad ?? 'moderada',
      texto: one.texto ?? '',
      fotos: of(one.fotos),
    })),
    medidores: METER_NAMES.map((tipo) => {
      const kept = datos.medidores.find((one) => one.tipo === tipo);
      return { tipo, numero: kept?.numero ?? '', lectura: kept?.lectura ?? null, fotos: of(kept?.fotos) };
    }),
    llaves: datos.llaves.map((key) => ({ ...key })),
    manual: datos.manual,
    reglamento: datos.reglamento,
    respuesta: datos.respuesta,
    motivo: datos.motivo ?? '',
  };
};
