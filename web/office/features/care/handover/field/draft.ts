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

/** What is missing, as a sentence, and where: a part of the form, or a point by its number. */
export interface Fault {
  at: 'asistio' | 'medidores' | 'llaves' | 'respuesta' | 'motivo' | 'guardar' | number;
  text: string;
}

/** The first thing that is missing before the inspection can be kept; null when nothing is. */
export function missingIn({ asistio, puntos, medidores, llaves, respuesta, motivo }: Draft): Fault | null {
  const observed = puntos.filter(({ resultado }) => resultado === 'observado').length;
  const open = puntos.filter(({ resultado }) => resultado === null).length;
  const silent = puntos.findIndex(({ resultado, texto }) => resultado === 'observado' && texto.trim() === '');
  const answer = (text: string): Fault => ({ at: 'respuesta', text });
  if (asistio.trim() === '') return { at: 'asistio', text: 'Escribe quién asistió.' };
  if (open > 0)
    return {
      at: puntos.findIndex(({ resultado }) => resultado === null),
      text:
        open === 1 ? 'Falta responder este punto.' : `Falta responder ${open} puntos: este es el primero.`,
    };
  if (silent >= 0) return { at: silent, text: 'Escribe qué se observó.' };
  if (respuesta === null) return answer('Elige qué dice el comprador.');
  if (respuesta === 'rechaza')
    return motivo.trim() === '' ? { at: 'motivo', text: 'Escribe por qué no la recibe.' } : null;
  if (medidores.some(({ numero, lectura }) => numero.trim() === '' || lectura === null))
    return { at: 'medidores', text: 'Anota el número y la lectura de los dos medidores.' };
  if (!llaves.some(({ cantidad }) => cantidad > 0))
    return { at: 'llaves', text: 'Anota las llaves que se entregan.' };
  if (respuesta === 'conforme' && observed > 0)
    return answer('Hay puntos observados: la recibe con pendientes, o no la recibe.');
  if (respuesta === 'pendientes' && observed === 0)
    return answer('No hay puntos observados: la recibe conforme.');
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
