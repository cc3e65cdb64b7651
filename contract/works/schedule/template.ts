import type { Link, LinkKind } from './network.ts';
import type { Template } from './stamp.ts';

/** Whether a dependency leaves the finish of its first activity, and whether it binds the finish of its second. */
const leavesFinish = ({ kind }: { kind: LinkKind }) => kind === 'FS' || kind === 'FF';
const bindsFinish = ({ kind }: { kind: LinkKind }) => kind === 'FF' || kind === 'SF';

const kindOf = (fromFinish: boolean, toFinish: boolean): LinkKind =>
  fromFinish ? (toFinish ? 'FF' : 'FS') : toFinish ? 'SF' : 'SS';

/** What the second of two dependencies demands of the first activity, when the one between them takes `days`. */
function through(first: Link<number>, second: Link<number>, days: number): Link<number> {
  const start = first.lag - (bindsFinish(first) ? days : 0);
  return {
    from: first.from,
    to: second.to,
    kind: kindOf(leavesFinish(first), bindsFinish(second)),
    lag: start + (leavesFinish(second) ? days : 0) + second.lag,
  };
}

/**
 * The part of a plan that one contract builds. Others build the rest of the house: their activities leave, and what waited
 * for them waits as long as before.
 */
export function partOf(template: Template, kept: (activity: number) => boolean): Template {
  let links = [...template.links];
  for (const { id, days } of template.activities) {
    if (kept(id)) continue;
    const into = links.filter(({ to }) => to === id);
    const out = links.filter(({ from }) => from === id);
    links = [
      ...links.filter(({ from, to }) => from !== id && to !== id),
      ...into.flatMap((first) => out.map((second) => through(first, second, days))),
    ];
  }
  return { activities: template.activities.filter(({ id }) => kept(id)), links };
}
