import { expect, type Page } from '@playwright/test';
import type { RoleName } from '#contract/access.ts';

/** Fills in the sign-in form as a demo user and submits it. */
export async function typeSignIn(page: Page, role: RoleName): Promise<void> {
  await page.getByLabel('Correo').fill(`${role}@demo.llave`);
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(process.env['DEMO_PASSWORD'] ?? '');
  await page.getByRole('button', { name: 'Ingresar' }).click();
}

/** Signs in as that role without the form (processor.e2e.ts tests the form), and opens a page. */
export async function signIn(page: Page, role: RoleName, path = '/oficina'): Promise<void> {
  const csrf = await page.request.get('/api/csrf');
  const { data } = (await csrf.json()) as { data: { token: string } };
  const answer = await page.request.post('/api/login', {
    headers: { 'x-csrf-token': data.token },
    data: { email: `${role}@demo.llave`, password: process.env['DEMO_PASSWORD'] ?? '' },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  await page.goto(path);
}

/** What TanStack Router leaves for its developer tools. */
interface Routed {
  __TSR_ROUTER__?: {
    history: { push: (path: string) => void };
    subscribe: (event: 'onResolved', heard: () => void) => () => void;
  };
  /** Whether the page that a test asked for is there. */
  arrived?: boolean;
}

/**
 * Opens a page of the office as its links do: loading the office anew takes several times as long. Loads it if the page
 * shows something else. A test that is about loading says `page.goto` or `page.reload`.
 */
export async function visit(page: Page, path: string): Promise<void> {
  const followed = await page.evaluate((href) => {
    const here = globalThis as unknown as Routed;
    const router = here.__TSR_ROUTER__;
    if (!router) return false;
    here.arrived = false;
    const stop = router.subscribe('onResolved', () => {
      stop();
      here.arrived = true;
    });
    router.history.push(href);
    return true;
  }, path);
  if (followed) await page.waitForFunction(() => (globalThis as unknown as Routed).arrived);
  else await page.goto(path);
}
