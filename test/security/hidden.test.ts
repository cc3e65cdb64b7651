import sharp from 'sharp';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { IsoDate } from '#contract/dates.ts';
import { safeName } from '#server/kernel/files.ts';
import { media } from '#server/modules/projects/projects/projects.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { useApp } from '#test/app.ts';
import { makeModel, makeProject } from '#test/factories.ts';
import { fileOf } from '#test/papers.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();
let administrator: StaffBrowser;
beforeAll(async () => void (administrator = await signInAs(llave, 'administrador')));

/** A photo taken sideways, with GPS data of San Miguelito. */
const photograph = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#8a5' } })
    .jpeg()
    .withMetadata({
      orientation: 6,
      exif: {
        IFD0: { Make: 'Telefono' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '9/1 2/1 0/1', GPSLongitudeRef: 'W' },
      },
    })
    .toBuffer();

describe('a public picture', () => {
  test('has no location or camera data and is rotated upright', async () => {
    const project = await makeProject(llave.database.db);
    const sent = await photograph();
    expect((await sharp(sent).metadata()).exif).toBeDefined();
    const answer = await administrator.form(`/api/projects/${project.id}/media`, {
      kind: 'foto',
      alt: 'La casa modelo',
      archivo: fileOf(sent, 'casa.jpg'),
    });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    const [row] = await llave.database.db.select().from(media).where(eq(media.projectId, project.id));
    const shown = (await llave.browser().get(`/medios/${row!.sha256}`)).rawPayload;
    const { exif, xmp, width, height, orientation } = await sharp(shown).metadata();
    expect([exif, xmp, orientation]).toEqual([undefined, undefined, undefined]);
    expect([width, height]).toEqual([600, 900]);
    expect([row!.width, row!.height]).toEqual([600, 900]);
    expect(shown.includes('Telefono')).toBe(false);
  });
});

describe('a name', () => {
  test('of a file ends with the extension of its real type and contains no hidden characters', () => {
    const cases: [string, string, string][] = [
      ['factura.pdf.exe', 'application/pdf', 'factura.pdf.exe.pdf'],
      ['foto\u202egnp.exe', 'image/png', 'fotognp.exe.png'],
      ['a\u200bb\u2066c\ufeff.JPG', 'image/jpeg', 'abc.JPG'],
      ['../../etc/passwd', 'application/pdf', 'passwd.pdf'],
      ['cédula año 2026.jpeg', 'image/jpeg', 'cédula año 2026.jpeg'],
      ['\u202e\u200f', 'application/pdf', 'archivo.pdf'],
      [`${'a'.repeat(300)}.html`, 'image/png', `${'a'.repeat(114)}.png`],
    ];
    for (const [sent, mime, kept] of cases) expect(safeName(sent, mime)).toBe(kept);
  });

  test('of a person is stored without invisible characters', async () => {
    const { db } = llave.database;
    const project = await makeProject(db);
    const model = await makeModel(db, { projectId: project.id });
    const answer = await llave.browser().form(`/clientes/comprar/${model.id}`, {
      nombre: 'Rosa\u202e \u2066Mora\u200b',
      email: 'rosa@correo.test',
      celular: '61234567',
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const [person] = await db.select().from(people).where(eq(people.email, 'rosa@correo.test'));
    expect(person!.name).toBe('Rosa Mora');
  });
});

describe('a day', () => {
  test('outside 1900 to 2199 is refused at its field, in every list', async () => {
    for (const day of ['0001-01-01', '1899-12-31', '2200-01-01', '9999-12-31'])
      expect(IsoDate.safeParse(day).error?.issues[0]?.message).toBe(
        'Fecha inválida. Usa un año entre 1900 y 2199.',
      );
    for (const path of ['/api/audit', '/api/outbox', '/api/projects/weather', '/api/projects/weather/board'])
      for (const query of ['hasta=9999-12-31', 'desde=0001-01-01', 'desde=0001-01-01&hasta=9999-12-31']) {
        const { statusCode } = await administrator.get(`${path}?${query}`);
        expect([path, query, statusCode < 500]).toEqual([path, query, true]);
      }
  });
});
