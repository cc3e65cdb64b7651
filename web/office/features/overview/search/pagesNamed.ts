import { withoutAccents } from '#contract/accents.ts';
import type { MenuGroup } from '#web/office/ui/menu.ts';

const bare = (text: string) => withoutAccents(text).toLowerCase();

const MOST = 6;

/** Menu pages where a word of the page's or group's name starts with the typed text, ignoring accents and case. */
export function pagesNamed(menu: readonly MenuGroup[], typed: string) {
  const q = bare(typed.trim());
  return menu
    .flatMap((group) => group.items.map(({ label, href }) => ({ label, href, group: group.label })))
    .filter(({ label, group }) => ` ${bare(label)} ${bare(group)}`.includes(` ${q}`))
    .slice(0, MOST);
}
