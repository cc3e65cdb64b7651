import { beforeAll, describe, expect, test } from 'vitest';
import type { Template, TemplateHead } from '#contract/company/templates/endpoints.ts';
import { TEMPLATE_KINDS } from '#contract/company/templates/templates.ts';
import { writeSetting } from '#server/modules/company/settings/settings.service.ts';
import { useApp } from '#test/app.ts';
import { runJobs } from '#test/jobs.ts';
import { mailsTo } from '#test/outbox.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();
let administrator: StaffBrowser;
let auditor: StaffBrowser;

const read = async (kind: string) =>
  (await administrator.get(`/api/templates/${kind}`)).json<{ data: Template }>().data;
const put = (kind: string, subject: string, body: string, version: number, browser = administrator) =>
  browser.send({ method: 'PUT', url: `/api/templates/${kind}`, payload: { subject, body, version } });
const errorsOf = (answer: { json: () => unknown }) =>
  (answer.json() as { errors: { field: string; message: string }[] }).errors;

beforeAll(async () => {
  administrator = await signInAs(llave, 'administrador');
  auditor = await signInAs(llave, 'auditor');
});

async function forgotten(): Promise<{ subject: string; body: string; html: string | null }> {
  await llave.browser().post('/api/password/forgot', { email: auditor.user.email });
  await runJobs(llave, { name: 'auth.forgot_password' });
  const [mail] = await mailsTo(llave.database.db, auditor.user.email);
  return mail!;
}

describe('message templates', () => {
  test('all templates are listed as shipped', async () => {
    const { data } = (await auditor.get('/api/templates')).json<{ data: TemplateHead[] }>();
    expect(data.map(({ kind }) => kind)).toEqual(TEMPLATE_KINDS);
    expect(data.every(({ changed, version }) => !changed && version === 0)).toBe(true);
    expect((await (await signInAs(llave, 'coordinador')).get('/api/templates')).statusCode).toBe(403);
  });

  test('an edited template is used from the next mail on, as text and HTML; it can be reset', async () => {
    expect((await forgotten()).subject).toBe('Poner otra contraseña');
    const saved = await put('clave', 'Clave nueva, {{nombre}}', 'Entra: {{enlace}}', 0);
    expect(saved.json<{ data: Template }>().data).toMatchObject({ changed: true, version: 1 });
    const mail = await forgotten();
    expect(mail.subject).toBe('Clave nueva, Prueba auditor');
    expect(mail.body).toMatch(/^Entra: http:\/\/llave\.test\/ingresar\/recuperar#clave=/);
    expect(mail.html).toContain('<a href="http://llave.test/ingresar/recuperar#');
    const restored = await administrator.post('/api/templates/clave/restore', { version: 1 });
    expect(restored.json<{ data: Template }>().data).toMatchObject({ changed: false, version: 2 });
    expect((await forgotten()).subject).toBe('Poner otra contraseña');
    expect((await read('clave')).history.map(({ version, standard }) => [version, standard])).toEqual([
      [2, true],
      [1, false],
    ]);
  });

  test('an unknown variable and a missing link are refused at their position', async () => {
    expect(errorsOf(await put('clave', 'a', 'Hola\n{{apodo}} {{enlace}}', 2))).toEqual([
      { field: 'body', message: 'Línea 2, columna 1: «apodo» no es una variable de este mensaje.' },
    ]);
    expect(errorsOf(await put('codigo', 'Tu código', 'Búscalo en otra parte', 0))[0]).toMatchObject({
      field: 'body',
      message: expect.stringContaining('Falta {{codigo}}'),
    });
    expect((await put('no_existe', 'a', 'b', 0)).statusCode).toBe(404);
  });

  test('of several concurrent saves one succeeds, and an old form is refused', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, at) => put('enlace', `Enlace ${at}`, '{{enlace}}', 0)),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409, 409]);
  });

  test('only users who edit the administration may change templates', async () => {
    expect((await put('clave', 'a', '{{enlace}}', 2, auditor)).statusCode).toBe(403);
    expect((await auditor.post('/api/templates/clave/test', {})).statusCode).toBe(403);
  });

  test('a preview and a test mail use examples in the company’s look, and no real data', async () => {
    await writeSetting(llave.database.db, 'brand', { color: '#1d4ed8', logo: null }, llave.clock.now());
    const text = { subject: 'Para {{nombre}}', body: '<b>{{nombre}}</b>\n\n{{enlace}}' };
    const preview = await administrator.post('/api/templates/clave/preview', text);
    const { page, subject } = preview.json<{ data: { subject: string; page: string } }>().data;
    expect(subject).toBe('Para Ana Pérez');
    expect(page).toContain('&#60;b&#62;Ana Pérez&#60;/b&#62;');
    expect(page).not.toContain('#0f573a');
    const sent = await administrator.post('/api/templates/clave/test', text);
    expect(sent.json()).toMatchObject({ success: expect.stringContaining('No hay servidor de correo') });
    expect((await mailsTo(llave.database.db, administrator.user.email))[0]).toMatchObject({
      kind: 'prueba',
      subject: 'Prueba: Para Ana Pérez',
      body: expect.stringContaining('#clave=ejemplo'),
    });
  });
});
