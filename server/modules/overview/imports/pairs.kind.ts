import { sql } from 'drizzle-orm';
import { Question, Reply } from '#contract/care/chatbot/model.ts';
import { ANSWER_MAX, QUESTION_MAX, SOURCES_MAX } from '#contract/care/chatbot/rules.ts';
import { plainText, schemaCell } from '#contract/overview/imports/cells.ts';
import type { Context } from '#server/kernel/context.ts';
import { row, rows as rowsOf } from '#server/kernel/db.ts';
import { addSource, removeSource, replaceSource } from '#server/modules/care/chatbot/training.service.ts';
import type { ImportKind, RowValues } from './kind.ts';
import { changedSince } from './reach.ts';

interface Pair {
  id: number;
  question: string;
  answer: string;
}
interface Known {
  /** The pairs of the training draft, by their question. */
  pairs: ReadonlyMap<string, Pair>;
  /** Sources that fit yet; the file's new ones are counted while its rows are matched. */
  room: { left: number };
}

/** The pairs of the training draft with their newest content. */
const pairsOf = (ctx: Context, lock: boolean): Promise<Pair[]> =>
  rowsOf<Pair>(
    ctx.db,
    sql`select s.id, r.question, r.answer from bot_sources s
      join lateral (select question, answer from bot_readings where source_id = s.id order by id desc limit 1) r on true
      where s.kind = 'pregunta' and s.removed_at is null order by s.id ${lock ? sql`for no key update of s` : sql``}`,
  );

export const pairsImport: ImportKind<Known> = {
  name: 'pairs',
  title: 'Preguntas del chatbot',
  text: 'Trae preguntas con su respuesta al entrenamiento del chatbot. El público las recibe al publicar la próxima versión.',
  permission: 'chatbot.editar',
  seenBy: 'chatbot.ver',
  most: SOURCES_MAX,
  columns: [
    {
      key: 'pregunta',
      title: 'Pregunta',
      aliases: ['preguntas', 'question'],
      required: true,
      example: '¿Se admiten mascotas?',
      hint: `Como la hace un cliente: de 3 a ${QUESTION_MAX} caracteres.`,
      read: () => schemaCell(Question),
    },
    {
      key: 'respuesta',
      title: 'Respuesta',
      aliases: ['respuestas', 'answer'],
      required: true,
      lines: true,
      example: 'Sí, hasta dos por casa.',
      hint: `De 3 a ${ANSWER_MAX} caracteres. Los precios y lo disponible salen siempre de los registros, nunca de aquí.`,
      read: () => schemaCell(Reply),
    },
  ],

  async load(ctx, lock) {
    const found = await pairsOf(ctx, lock);
    const counted = (await row<{ count: number }>(
      ctx.db,
      sql`select count(*)::int count from bot_sources where removed_at is null`,
    ))!;
    return {
      pairs: new Map(found.map((one) => [plainText(one.question), one])),
      room: { left: SOURCES_MAX - counted.count },
    };
  },

  match(values, { pairs, room }) {
    const question = String(values['pregunta']);
    const key = plainText(question);
    if (key === '') return { column: 'Pregunta', fault: 'escribe la pregunta con palabras.' };
    const there = pairs.get(key);
    room.left -= there ? 0 : 1;
    if (!there && room.left < 0)
      return { column: 'Pregunta', fault: `caben ${SOURCES_MAX} fuentes: quita las que ya no sirven.` };
    return {
      key,
      label: question.slice(0, 120),
      existing: there ? { id: Number(there.id), values: valuesOf(there) } : null,
      // The question stays as it is written there: it is the same one.
      values: { pregunta: there?.question ?? question, respuesta: values['respuesta'] ?? null },
    };
  },

  async write(ctx, rows) {
    const ids = new Map<number, number>();
    for (const { row: at, existingId, values } of rows) {
      const pair = { pregunta: String(values['pregunta']), respuesta: String(values['respuesta']) };
      if (existingId === null)
        ids.set(
          at,
          await addSource(ctx, {
            kind: 'pregunta',
            title: pair.pregunta.slice(0, 120),
            question: pair.pregunta,
            answer: pair.respuesta,
          }),
        );
      else {
        await replaceSource(ctx, existingId, { urls: [], preguntas: [pair] });
        ids.set(at, existingId);
      }
    }
    return ids;
  },

  async undo(ctx, rows) {
    const byId = new Map((await pairsOf(ctx, true)).map((one) => [Number(one.id), one]));
    for (const { recordId, made, changes } of rows) {
      const there = byId.get(recordId);
      if (!there) return 'Alguna de las preguntas ya no está.';
      if (changedSince(valuesOf(there), changes))
        return `La pregunta «${there.question}» se cambió después: cámbiala en el entrenamiento.`;
      await (made
        ? removeSource(ctx, recordId)
        : replaceSource(ctx, recordId, {
            urls: [],
            preguntas: [{ pregunta: there.question, respuesta: String(changes['respuesta']![0]) }],
          }));
    }
    return null;
  },
};

const valuesOf = ({ question, answer }: Pair): RowValues => ({ pregunta: question, respuesta: answer });
