import { expect, type Browser, type Page } from '@playwright/test';

/** Calls the API with the page's session and CSRF token. Returns the body. */
export async function callAs<A>(page: Page, method: string, url: string, body?: object): Promise<A> {
  const answer = await page.evaluate(
    async ([method, url, body]) => {
      const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? '';
      const response = await fetch(url, {
        method,
        headers: { 'Content-Type': 'application/json', 'X-CSRF-TOKEN': token },
        body: body === undefined ? null : JSON.stringify(body),
      });
      return { ok: response.ok, body: (await response.json()) as unknown };
    },
    [method, url, body] as const,
  );
  expect(answer.ok, `${method} ${url}: ${JSON.stringify(answer.body)}`).toBe(true);
  return answer.body as A;
}

/**
 * Invites a user with these roles, as the administrator of page `admin`. Returns a new browser page signed in as that
 * user, with a password set through the invitation.
 */
export async function inviteAndSignIn(
  admin: Page,
  browser: Browser,
  { name, email, roleIds }: { name: string; email: string; roleIds: readonly number[] },
  size: { width: number; height: number },
): Promise<Page> {
  await callAs(admin, 'POST', '/api/administrations/users', {
    name,
    email,
    user_type_id: 1,
    role_ids: roleIds,
    invite: true,
  });
  const { data } = await callAs<{ data: { id: number }[] }>(
    admin,
    'GET',
    `/api/outbox?q=${encodeURIComponent(email)}`,
  );
  const motivo = 'Se lo doy por mano en esta prueba';
  const mail = await callAs<{ data: { body: string } }>(admin, 'POST', `/api/outbox/${data[0]?.id}/mirar`, {
    motivo,
  });
  const token = /invitacion=([\w-]+)/.exec(mail.data.body)?.[1] ?? '';
  const context = await browser.newContext({ viewport: size });
  const page = await context.newPage();
  await page.goto('/ingresar');
  const password = 'una clave de tres cometas';
  await callAs(page, 'POST', '/api/password/reset', { token, password });
  await page.getByLabel('Correo').fill(email);
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await page.waitForURL('**/oficina');
  return page;
}
