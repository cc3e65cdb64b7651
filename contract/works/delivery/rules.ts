import { dayText, daysBetween, monthText } from '#contract/dates.ts';

/** Days before the promised delivery at which a house that will not be ready is warned of, once each. */
export const WARNING_DAYS = [90, 60, 30] as const;

/** The parts of a house as its buyer knows them, by activity (contract_activities). An added activity is of the last one. */
export const PHASES = [
  { id: 'fundacion', name: 'Fundación y losa', activities: [1, 2, 3, 4] },
  { id: 'paredes', name: 'Paredes y vigas', activities: [5, 6] },
  { id: 'techo', name: 'Techo', activities: [7] },
  { id: 'interiores', name: 'Repello, luz y agua', activities: [8, 9, 10, 11] },
  { id: 'acabados', name: 'Pisos, pintura y exteriores', activities: [12, 13, 14, 15] },
] as const;

/** What the family hears of, once each. */
export const MILESTONES = {
  fundacion: 'La fundación y la losa de tu casa están listas.',
  techo: 'Tu casa ya tiene techo.',
  terminada: 'La obra de tu casa terminó.',
} as const;
export type Milestone = keyof typeof MILESTONES;

/** Weight and approved basis points of an activity of a house. */
export interface Built {
  activityId: number;
  weight: number;
  approvedBp: number;
}

const phaseOf = (activityId: number) =>
  PHASES.find(({ activities }) => (activities as readonly number[]).includes(activityId)) ?? PHASES.at(-1)!;

/** How much of each part of a house is built, 0-100, rounded down: only what is done is 100. */
export function phasesOf(built: readonly Built[]): { id: string; name: string; percent: number }[] {
  return PHASES.map((phase) => {
    const mine = built.filter(({ activityId }) => phaseOf(activityId).id === phase.id);
    const whole = mine.reduce((sum, { weight }) => sum + weight, 0);
    const done = mine.reduce((sum, { weight, approvedBp }) => sum + weight * approvedBp, 0);
    return { id: phase.id, name: phase.name, percent: whole === 0 ? 0 : Math.floor(done / whole / 100) };
  });
}

/** The milestones that a house has passed. */
export function milestonesOf(built: readonly Built[]): Milestone[] {
  const phases = phasesOf(built);
  const done = (id: string) => phases.find((phase) => phase.id === id)!.percent === 100;
  return [
    ...(done('fundacion') ? (['fundacion'] as const) : []),
    ...(done('techo') ? (['techo'] as const) : []),
    ...(phases.every(({ percent }) => percent === 100) ? (['terminada'] as const) : []),
  ];
}

/** When half of such houses are done and four of five, by the real pace. Days are YYYY-MM-DD. */
export interface Expected {
  from: string;
  to: string;
}

/** The warning that is due for a house that is not done; 0: its day has passed. Null: none. */
export function warningDue(
  { promisedOn, forecast }: { promisedOn: string; forecast: Expected },
  today: string,
): number | null {
  if (forecast.to <= promisedOn) return null;
  const left = daysBetween(today, promisedOn);
  return left < 0 ? 0 : (WARNING_DAYS.findLast((days) => left <= days) ?? null);
}

/** When the works of a house end, for its buyer, in honest words. */
export function endWords(expected: Expected | null, finishedOn: string | null): string {
  if (finishedOn) return `La obra de tu casa terminó el ${dayText(finishedOn)}.`;
  if (!expected) return 'Todavía no podemos decirte cuándo termina la obra.';
  const [from, to] = [expected.from, expected.to].map((day) => monthText(day.slice(0, 7))) as [
    string,
    string,
  ];
  if (from === to) return `La obra termina probablemente en ${from}.`;
  const short = from.slice(-4) === to.slice(-4) ? from.replace(/ de \d{4}$/, '') : from;
  return `La obra termina probablemente entre ${short} y ${to}.`;
}

/** The draft of the notice to a buyer whose house will be late: it says the days, and that nothing changes without a signature. */
export const noticeDraft = (facts: {
  customer: string;
  house: string;
  percent: number;
  promisedOn: string;
  expected: Expected;
}): string =>
  [
    `Hola, ${facts.customer}:`,
    `Tu contrato dice que te entregamos ${facts.house} a más tardar el ${dayText(facts.promisedOn)}. La obra va en ${Math.floor(facts.percent)} % y, al ritmo de las casas que ya terminamos, estará lista entre el ${dayText(facts.expected.from)} y el ${dayText(facts.expected.to)}.`,
    'La fecha de tu contrato sigue valiendo. Solo cambia si tú y nosotros firmamos una adenda, y puedes no aceptarla. Te llamaremos para explicarte qué pasó y cuáles son tus derechos.',
  ].join('\n\n');
