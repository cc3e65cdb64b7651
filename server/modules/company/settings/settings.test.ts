import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { DEFAULTS, type Settings } from '#contract/company/settings/model.ts';
import { auditLog } from '#server/kernel/kernel.table.ts';
import { useApp } from '#test/app.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();
let administrator: StaffBrowser;
let auditor: StaffBrowser;

interface Stored {
  data: { values: Settings; set: { key: string; version: number }[]; logo_url: string | null };
}
const read = async (browser = administrator) =>
  (await browser.get('/api/company/settings')).json<Stored>().data;
const put = (key: string, value: unknown, version?: number, browser = administrator) =>
  browser.send({ method: 'PUT', url: `/api/company/settings/${key}`, payload: { value, version } });
const errorsOf = (answer: { json: () => unknown }) =>
  (answer.json() as { errors?: { field: string; message: string }[] }).errors;
const COMPANY = {
  name: 'Casas del Sol',
  legalName: 'Casas del Sol, S.A.',
  ruc: '155-1-2020',
  dv: '7',
  phone: '212-3456',
  email: 'hola@casas.test',
  address: 'Vía España',
};

async function picture(width: number, height: number): Promise<File> {
  const { default: sharp } = await import('sharp');
  const png = await sharp({ create: { width, height, channels: 4, background: '#c0181880' } })
    .png()
    .toBuffer();
  return new File([new Uint8Array(png)], 'logo.png', { type: 'image/png' });
}

beforeAll(async () => {
  administrator = await signInAs(llave, 'administrador');
  auditor = await signInAs(llave, 'auditor');
});

describe('company settings', () => {
  test('the defaults apply until a value is set', async () => {
    const { values, set } = await read(auditor);
    expect(values).toEqual(DEFAULTS);
    expect(set).toEqual([]);
  });

  test('a change applies at once, with a version, and the audit log has before and after', async () => {
    const answer = await put('company', COMPANY, 0);
    expect(answer.statusCode).toBe(200);
    expect(answer.json<Stored>().data.set).toMatchObject([{ key: 'company', version: 1 }]);
    expect((await read()).values.company).toEqual({ ...COMPANY, phone: '+5072123456' });
    const page = await llave.browser().get('/');
    expect(page.body).toContain('Casas del Sol, S.A. · RUC 155-1-2020 DV 7');
    const [line] = await llave.database.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'configuracion'), eq(auditLog.entityId, 'company')));
    expect(line).toMatchObject({
      actorId: String(administrator.user.id),
      data: { before: { name: 'Llave' }, after: { name: 'Casas del Sol' } },
    });
  });

  test.for([
    ['ruc', 'Escribe el RUC.'],
    ['legalName', 'Escribe la razón social.'],
    ['name', 'Escribe el nombre comercial.'],
  ])('it is not saved without its %s', async ([field, message]) => {
    const { company } = (await read()).values;
    const answer = await put('company', { ...COMPANY, [field as 'ruc']: ' ' });
    expect(answer.statusCode).toBe(422);
    expect(errorsOf(answer)).toEqual([{ field: `value[${field}]`, message }]);
    expect((await read()).values.company).toEqual(company);
  });

  test('a fixed line gets a phone link; only a mobile gets a WhatsApp link', async () => {
    await put('company', { ...COMPANY, phone: '212-3456' });
    const fixed = (await llave.browser().get('/')).body;
    expect(fixed).toContain('href="tel:+5072123456"');
    expect(fixed).not.toContain('wa.me');
    await put('company', { ...COMPANY, phone: '6123-4567' });
    expect((await llave.browser().get('/')).body).toContain('href="https://wa.me/50761234567');
    await put('company', COMPANY);
  });

  test('a penalty above the legal maximum is refused with the limit, not lowered to it', async () => {
    const answer = await put('refunds', { ...DEFAULTS.refunds, penaltyPercent: 50 });
    expect(answer.statusCode).toBe(422);
    expect(errorsOf(answer)).toEqual([
      { field: 'value[penaltyPercent]', message: 'Escribe un número hasta 10.' },
    ]);
  });

  test('a form older than the last change is refused, and of many concurrent ones one succeeds', async () => {
    expect((await put('company', COMPANY, 0)).statusCode).toBe(409);
    const codes = await Promise.all(
      Array.from(
        { length: 6 },
        async (_, at) => (await put('claims', { ...DEFAULTS.claims, holdMinutes: 20 + at }, 0)).statusCode,
      ),
    );
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => code === 409)).toHaveLength(5);
  });

  test('invalid input is reported at its field, and nothing is written', async () => {
    expect(errorsOf(await put('company', { ...COMPANY, phone: '12', dv: '123' }))).toEqual([
      { field: 'value[dv]', message: 'El DV tiene uno o dos números.' },
      { field: 'value[phone]', message: expect.stringContaining('Celular inválido') },
    ]);
    const hours = DEFAULTS.hours.map((day) => ({ ...day, from: '18:00', to: '09:00' }));
    expect(errorsOf(await put('hours', hours))?.[0]).toMatchObject({ field: 'value[0][to]' });
    expect(errorsOf(await put('mediaHosts', ['https://x.test; script-src *']))?.[0]?.field).toBe('value[0]');
    expect((await put('nada', 1)).statusCode).toBe(404);
    expect((await put('demo', true)).statusCode).toBe(404);
    expect((await read()).values.company.phone).toBe('+5072123456');
  });

  test('only users who edit the administration may change settings', async () => {
    expect((await put('company', COMPANY, undefined, auditor)).statusCode).toBe(403);
    expect((await (await signInAs(llave, 'asesor')).get('/api/company/settings')).statusCode).toBe(403);
  });

  test('a colour changes office and customer pages, with its own style sheet URL', async () => {
    await put('brand', { color: '#C01818' });
    const href = /\/marca\.css\?v=[0-9a-f]{12}/;
    const office = (await llave.browser().get('/ingresar')).body;
    const page = (await llave.browser().get('/')).body;
    expect(office).toMatch(href);
    const css = await llave.browser().get(href.exec(page)![0]);
    expect(css.body).toMatch(/^:root:root\{--brand-0:#/);
    expect(css.headers['cache-control']).toContain('immutable');
    const reset = await administrator.send({ method: 'DELETE', url: '/api/company/settings/brand' });
    expect(reset.statusCode).toBe(200);
    expect((await llave.browser().get('/')).body).not.toMatch(href);
    expect((await llave.browser().get('/marca.css?v=0123456789ab')).headers['cache-control']).toBe(
      'no-cache',
    );
  });

  test('a logo is rendered and shown everywhere, and the colour’s form cannot set it', async () => {
    const up = await administrator.form('/api/company/logo', { archivo: await picture(1600, 400) });
    expect(up.statusCode).toBe(200);
    const { logo_url, values } = up.json<Stored>().data;
    expect(values.brand.logo).toMatchObject({ width: 512, height: 128 });
    const shown = await llave.browser().get(logo_url!);
    expect(shown.headers['content-type']).toBe('image/png');
    expect((await llave.browser().get('/')).body).toContain(logo_url);
    expect((await llave.browser().get('/api/company/site')).json()).toEqual({
      data: { company: 'Casas del Sol', logo: logo_url, stylesheet: null },
    });
    expect((await llave.browser().get('/manifest.webmanifest')).body).toContain(
      values.brand.logo!.icons[512],
    );
    const forged = { ...values.brand.logo, sha256: 'f'.repeat(64) };
    await put('brand', { color: '#123456', logo: forged });
    expect((await read()).logo_url).toBe(logo_url);
    await administrator.send({ method: 'DELETE', url: '/api/company/logo' });
    expect((await read()).values.brand).toEqual({ color: '#123456', logo: null });
    expect((await llave.browser().get(logo_url!)).statusCode).toBe(404);
  });

  test('a file that is not a picture is refused as logo', async () => {
    const svg = new File(['<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'], 'x.png');
    expect((await administrator.form('/api/company/logo', { archivo: svg })).statusCode).toBe(422);
    expect((await administrator.form('/api/company/logo', {})).statusCode).toBe(422);
    expect((await auditor.form('/api/company/logo', { archivo: await picture(9, 9) })).statusCode).toBe(403);
  });
});
