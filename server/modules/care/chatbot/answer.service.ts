import type { SQL } from 'drizzle-orm';
import { type Fact, type Handover, type Outcome } from '#contract/care/chatbot/rules.ts';
import type { Acting } from '#server/kernel/context.ts';
import { namesOnSale, tellFact } from './facts.service.ts';
import { handoverOf, intentOf, isGreeting, type Intent } from './intents.ts';
import { hasModel, LanguageFault, saysOnly, vectorsOf, wordAnswer } from './language.client.ts';
import {
  comparesVectors,
  findPassages,
  nearWords,
  termsOfSentences,
  type Found,
  type Search,
} from './passages.queries.ts';
import { liveFactOf, liveFactsOf, quoteOf, sentencesOf } from './quote.ts';
import { fold, isTalk, KNOWN_WORDS, mayMean, sounds, termsOf, type Term } from './text.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { onSaleToday, type OnSale } from '#server/modules/projects/showcase/showcase.service.ts';

/** Share of a question that a passage must have, so that it counts as its answer (0-1). */
export const THRESHOLD = 0.5;
/** Characters of a message that are read as a question. */
const READ_MAX = 600;
/** Least cosine at which a vector alone finds a passage. */
const NEAR = 0.82;

type Asking = Pick<Acting, 'db' | 'now' | 'config' | 'knows' | 'tells' | 'log'>;

interface Asked {
  question: string;
  /** The readings that may answer, as a subquery. */
  readings: SQL;
  /** The person who asks, if the conversation proved who it is; null: a stranger. */
  personId: number | null;
  /** Whether a configured model may word the answer. */
  worded?: boolean;
}

type Weighed = Found & { share: number; sentences: string[]; told: number[] };

export interface BotAnswer {
  outcome: Outcome;
  text: string;
  fact: Fact | null;
  handover: Handover | null;
  sources: Found[];
  terms: { word: string; found: boolean }[];
  passages: Weighed[];
  worded: boolean;
}

const nothing = { fact: null, handover: null, sources: [], terms: [], passages: [], worded: false };

/**
 * Answers a question: by the rules of hand-over, from live records, else with the sentences of the passage that has most
 * of it. Below the threshold it does not know. Writes nothing.
 */
export async function answerTo(ctx: Asking, asked: Asked): Promise<BotAnswer> {
  const question = asked.question.slice(0, READ_MAX).trim();
  const hand = handoverOf(question);
  if (hand && !hand.soft) return handOver(hand.reason);
  if (isGreeting(question)) return { ...nothing, outcome: 'saludo', text: await greeting(ctx) };
  const projects = await onSaleToday(ctx);
  const intent = intentOf(question, namesOnSale(projects));
  if (intent) return fromRecords(ctx, intent, { ...asked, question });
  const searched = await search(ctx, question, asked.readings);
  const answer = await fromPassages(ctx, searched, { ...asked, question }, projects);
  return hand && answer.outcome === 'no_sabe' ? { ...answer, ...handOver(hand.reason) } : answer;
}

const handOver = (handover: Handover): BotAnswer => ({
  ...nothing,
  outcome: 'persona',
  handover,
  text: 'Le aviso a una persona del equipo para que te responda por aquí.',
});

async function fromRecords(ctx: Asking, intent: Intent, asked: Asked): Promise<BotAnswer> {
  const text = await tellFact(ctx, intent, asked.question, asked.personId);
  return { ...nothing, outcome: 'dato', fact: intent.fact, text };
}

async function greeting(ctx: Asking): Promise<string> {
  const { company } = await readSettings(ctx.db);
  return `Con gusto. Pregúntame por las casas, los precios o tu compra en ${company.name}; si prefieres, escribe «hablar con una persona».`;
}

interface Searched extends Search {
  terms: Term[];
}

/** Searches the passages; words that none has are corrected first. */
async function search(ctx: Asking, question: string, readings: SQL): Promise<Searched> {
  const terms = termsOf(question);
  if (terms.length === 0) return { terms, found: [], weights: [], known: [] };
  const vector = await vectorOf(ctx, question);
  const first = await findPassages(ctx.db, readings, terms, vector);
  if (first.known.every(Boolean)) return { terms, ...first };
  const corrected: Term[] = [];
  for (const [at, term] of terms.entries()) {
    if (first.known[at]) corrected.push(term);
    else if (!isTalk(term.word)) corrected.push(await correct(ctx, term));
  }
  return { terms: corrected, ...(await findPassages(ctx.db, readings, corrected, vector)) };
}

/** A misspelled word with what it may have been; a word that only resembles another is a guess. */
async function correct(ctx: Asking, term: Term): Promise<Term> {
  const listed = [...KNOWN_WORDS].filter((word) => mayMean(term.word, word));
  const meant = [...(await nearWords(ctx.db, term.word)), ...listed];
  const alike = meant.filter((word) => sounds(word) === sounds(term.word));
  const among = (alike.length > 0 ? alike : meant).flatMap((word) =>
    termsOf(word).flatMap((one) => one.among),
  );
  return {
    ...term,
    among: [...new Set([...term.among, ...among])],
    guessed: alike.length === 0 && meant.length > 0,
  };
}

async function vectorOf(ctx: Asking, question: string): Promise<number[] | undefined> {
  if (!ctx.config.LLM_EMBEDDINGS || !ctx.config.LLM_URL || !(await comparesVectors(ctx.db))) return undefined;
  try {
    return (await vectorsOf(ctx.config, [question]))[0];
  } catch (error) {
    if (!(error instanceof LanguageFault)) throw error;
    ctx.log.warn({ reason: error.message }, 'chatbot: searched without vectors');
    return undefined;
  }
}

async function fromPassages(
  ctx: Asking,
  searched: Searched,
  asked: Asked,
  projects: readonly OnSale[],
): Promise<BotAnswer> {
  const { terms, known } = searched;
  const passages = await weigh(ctx, searched);
  const seen = { terms: terms.map(({ word }, at) => ({ word, found: known[at] ?? false })), passages };
  const best = passages.filter(({ share }) => share >= THRESHOLD)[0];
  if (!best) return { ...nothing, ...seen, outcome: 'no_sabe', text: 'No tengo esa información.' };
  const quoted = [best, ...besides(best, passages)];
  const models = projects.flatMap((project) => project.models.map(({ name }) => fold(name)));
  const parts: string[] = [];
  const live = new Set<Fact>();
  for (const { sentences, told, heading } of quoted) {
    const facts = liveFactsOf(sentences, heading, models);
    for (const fact of facts) if (fact) live.add(fact);
    const [kept, weights] = [sentences, told].map((list) => list.filter((_, at) => !facts[at])) as [
      string[],
      number[],
    ];
    if (kept.length > 0) parts.push(quoteOf(kept, weights));
  }
  const [fact] = live;
  if (parts.length === 0 && fact)
    return { ...(await fromRecords(ctx, { fact, own: false }, asked)), ...seen };
  const quote = parts.join('\n');
  const worded = asked.worded ? await wordedBy(ctx, asked.question, quote) : null;
  return {
    ...nothing,
    ...seen,
    outcome: 'respuesta',
    text: `${worded ?? quote}\n${sourcesText(quoted, models)}`,
    sources: quoted,
    worded: worded !== null,
  };
}

/** Orders the found passages by the share of the question that they, and their best sentence, have. */
async function weigh(ctx: Asking, { found, terms, weights }: Searched): Promise<Weighed[]> {
  const whole = weights.reduce((sum, one) => sum + one, 0);
  const weightOf = (places: Iterable<number>) =>
    [...new Set(places)].reduce((sum, at) => sum + (weights[at] ?? 0), 0);
  const sentences = found.map(({ content }) => sentencesOf(content));
  const has = await termsOfSentences(ctx.db, sentences.flat().map(fold), terms);
  const most = Math.max(...found.map(({ score }) => score), 1e-9);
  let at = 0;
  return found
    .map((passage, index): Weighed & { rank: number } => {
      const own = has.slice(at, (at += sentences[index]!.length));
      const told = own.map((places) => weightOf(places));
      const best = Math.max(0, ...own.map((places) => weightOf([...places, ...passage.headed])));
      const share = whole === 0 ? 0 : (0.5 * weightOf(passage.has) + 0.5 * best) / whole;
      const near = passage.near !== null && passage.near >= NEAR ? passage.near : 0;
      const rank =
        share +
        0.2 * (passage.score / most) +
        (whole === 0 ? 0 : (0.15 * weightOf(passage.headed)) / whole) +
        near * 0.3;
      return { ...passage, share: Math.max(share, near), sentences: sentences[index]!, told, rank };
    })
    .toSorted((a, b) => b.rank - a.rank);
}

/** One more passage, if it has a searched word in its heading that the best one lacks: the question has two parts. */
const besides = (best: Weighed, passages: readonly Weighed[]): Weighed[] =>
  passages.filter((one) => one !== best && one.headed.some((at) => !best.has.includes(at))).slice(0, 1);

async function wordedBy(ctx: Asking, question: string, quote: string): Promise<string | null> {
  if (!hasModel(ctx.config)) return null;
  try {
    const worded = await wordAnswer(ctx.config, question, quote);
    if (saysOnly(worded, quote, question)) return worded;
    ctx.log.warn('chatbot: the model added what was not retrieved');
  } catch (error) {
    if (!(error instanceof LanguageFault)) throw error;
    ctx.log.warn({ reason: error.message }, 'chatbot: answered without the model');
  }
  return null;
}

function sourcesText(quoted: readonly Found[], models: readonly string[]): string {
  // A title is read by buyers too.
  const told = (title: string) => (liveFactOf(title, models) ? '' : title);
  const names = quoted.map(({ kind, source, heading, page }) =>
    kind === 'pregunta'
      ? 'respuesta del equipo'
      : [
          told(source) || 'documento del equipo',
          told(heading) && `«${heading}»`,
          page !== null && `página ${page}`,
        ]
          .filter(Boolean)
          .join(', '),
  );
  return `Fuente: ${[...new Set(names)].join('; ')}.`;
}
