import { linkOptions } from '@tanstack/react-router';
import { withoutAccents } from '#contract/accents.ts';
import type { Permission } from '#contract/access.ts';
import type { PageTarget } from '#web/office/ui/PageLink.tsx';
import { recordInSight } from '#web/office/lib/inSight.ts';

/** Something that the search dialog does instead of finding. */
export interface Command {
  key: string;
  label: string;
  /** Where it acts, or why it cannot be done now. */
  text: string;
  /** null: it cannot be done now. */
  run: (() => void) | null;
}

const NEW: readonly { label: string; permission: Permission; target: PageTarget }[] = [
  {
    label: 'Nuevo prospecto',
    permission: 'ventas.crear',
    target: linkOptions({ to: '/oficina/prospectos', search: { nuevo: '1' } }),
  },
  {
    label: 'Nueva proforma',
    permission: 'ventas.crear',
    target: linkOptions({ to: '/oficina/proformas', search: { abrir: 'nuevo' } }),
  },
  {
    label: 'Nuevo pre-contrato',
    permission: 'ventas.crear',
    target: linkOptions({ to: '/oficina/ventas', search: { abrir: 'nuevo' } }),
  },
  {
    label: 'Nueva cita',
    permission: 'citas.crear',
    target: linkOptions({ to: '/oficina/citas', search: { nueva: 1 } }),
  },
];

const bare = (text: string) => withoutAccents(text).toLowerCase();
const wordsOf = (text: string) => bare(text.trim()).split(/\s+/).filter(Boolean);
/** Whether each of the words starts a word of the label. */
const starts = (words: readonly string[], label: string) =>
  words.every((word) => ` ${bare(label)}`.includes(` ${word}`));
/** Before the key of an action of the open record. */
const RECORD = 'record ';

/** Below this, a typed text is the beginning of a name, and no command comes before it. */
const SHORTEST = 3;

/** The commands that the user may give, where each typed word starts a word of the command; all if nothing is typed. */
export function commandsFor(
  typed: string,
  granted: ReadonlySet<string>,
  open: (target: PageTarget) => void,
): Command[] {
  const words = wordsOf(typed);
  // "pasar a expediente completo": the words after it name a step of the open record.
  const step = words[0] === 'pasar' ? words.slice(words[1] === 'a' ? 2 : 1) : null;
  if (words.length > 0 && words.join('').length < SHORTEST) return [];
  const record = recordInSight();
  const all: Command[] = [
    ...(record?.actions.map(({ key, label, whyNot, onRun }) => ({
      key: `${RECORD}${key}`,
      label,
      text: whyNot ?? record.title,
      run: whyNot === null ? onRun : null,
    })) ?? []),
    ...NEW.filter(({ permission }) => granted.has(permission)).map(({ label, target }) => ({
      key: label,
      label,
      text: 'Crear',
      run: () => open(target),
    })),
  ];
  return all.filter(
    ({ key, label }) =>
      starts(words, label) || (step !== null && key.startsWith(RECORD) && starts(step, label)),
  );
}
