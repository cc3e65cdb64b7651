import { expect, type Page } from '@playwright/test';
import { checkAxe, picture, schemesFor } from './pages.ts';

/** Elements in the color of the main action: their text, target, and the ids of the elements around them. */
const prominent = (page: Page) =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.background = 'var(--action)';
    const colour = getComputedStyle(probe).backgroundColor;
    probe.remove();
    const above: ParentNode = document.querySelector('dialog[open]') ?? document.querySelector('#contenido')!;
    return [...above.querySelectorAll<HTMLElement>('a, button')]
      .filter((one) => one.checkVisibility() && getComputedStyle(one).backgroundColor === colour)
      .map((one) => ({
        words: one.textContent,
        around: [...document.querySelectorAll('[id]')]
          .filter((place) => place.contains(one))
          .map(({ id }) => id),
        leadsTo: one instanceof HTMLAnchorElement ? one.hash.slice(1) : '',
      }));
  });

/**
 * Checks that the page has one next step: `step` is the only prominent button, apart from those at its link target. Null:
 * no prominent button. Also checks axe and the width, and saves a picture.
 */
export async function look(page: Page, name: string, step: string | null): Promise<void> {
  if (step !== null)
    await expect
      .configure({ soft: true })
      .poll(async () => (await prominent(page))[0]?.words ?? '', { message: name })
      .toContain(step);
  const all = await prominent(page);
  const [first] = all;
  if (step === null) expect.soft(all, name).toEqual([]);
  else {
    const others = all.slice(1).filter(({ around }) => !around.includes(first?.leadsTo || '–'));
    expect.soft(others, name).toEqual([]);
  }
  for (const colorScheme of schemesFor()) {
    await page.emulateMedia({ colorScheme });
    await checkAxe(page, name);
    await picture(page, `comprador-${name}-${colorScheme}`, { fullPage: true });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
