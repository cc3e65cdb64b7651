import { withoutAccents } from '#contract/accents.ts';
import type { MenuGroup } from '#web/office/ui/menu.ts';

const bare = (text: string) => withoutAccents(text).toLowerCase();

const MOST = 6;

/** The pages of the menu whose name, or group, begins a word with what was typed; accents and capitals do not count. */
export function pagesNamed(menu: readonly MenuGroup[], typed: string) {
  const q = bare(typed.trim());
  return menu
    .flatMap((group) => group.items.map(({ label, href }) => ({ label, href, group: group.label })))
    .filter(({ label, group }) => ` ${bare(label)} ${bare(group)}`.includes(` ${q}`))
    .slice(0, MOST);
}
