import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { documentTypes } from '#server/modules/sales/documents/documents.table.ts';
import { useApp, type Browser } from './app.ts';
import { asSigner, identify, openedBy, sentLetter, signOnline } from './envelopes.ts';
import { withoutBuild } from './pages.ts';
import { fileOf, makePdf } from './papers.ts';
import { signInAs, type StaffBrowser } from './signIn.ts';

/** The sentences of the request's error catalogue (spec.txt §8), word for word, each where people read it. */
const llave = useApp();
let lawyer: StaffBrowser;
beforeAll(async () => {
  withoutBuild(llave);
  lawyer = await signInAs(llave, 'abogado');
});

const messageOf = (answer: { json<T>(): T }) => answer.json<{ message: string }>().message;
const said = (answer: { json<T>(): T }) => answer.json<{ success: string }>().success;

test('401: Inicia sesión nuevamente para continuar.', async () => {
  expect(messageOf(await llave.browser().get('/api/user'))).toBe('Inicia sesión nuevamente para continuar.');
});

test('403: No tienes permiso para ingresar aquí.', async () => {
  expect(messageOf(await lawyer.get('/api/administrations/users'))).toBe(
    'No tienes permiso para ingresar aquí.',
  );
});

test('422: the office’s title, and the buyers’', async () => {
  expect(messageOf(await lawyer.post('/api/legal/representatives', {}))).toBe(
    'Por favor verifica los siguientes campos en el formulario.',
  );
  expect(messageOf(await llave.browser().form('/verificar', {}))).toBe(
    'Por favor, verifique los siguientes campos',
  );
});

test('5xx: ¡Algo salió mal! Inténtalo de nuevo. A form of the buyers: Error al enviar los datos.', async () => {
  await llave.asOwner('alter table seals rename to seals_gone');
  try {
    const office = await lawyer.get('/api/legal/seals');
    expect([office.statusCode, messageOf(office)]).toEqual([500, '¡Algo salió mal! Inténtalo de nuevo.']);
    const documento = fileOf(makePdf(), 'a.pdf', 'application/pdf');
    const form = await llave.browser().form('/verificar', { documento });
    expect([form.statusCode, messageOf(form)]).toEqual([
      500,
      expect.stringMatching(/^Error al enviar los datos\./),
    ]);
  } finally {
    await llave.asOwner('alter table seals_gone rename to seals');
  }
});

async function ready(): Promise<{ browser: Browser; id: number; code: string }> {
  const { buyer, envelope } = await sentLetter(llave, lawyer);
  const browser = await openedBy(llave, buyer.email);
  await identify(llave, browser, envelope.id, asSigner(buyer));
  return { browser, id: envelope.id, code: buyer.code };
}

test('success: Datos enviados correctamente. A rejection: Solicitud procesada correctamente. An empty panel: Debe dibujar…', async () => {
  const { browser, id, code } = await ready();
  const empty = await browser.form(`/clientes/documentos/${id}/firmar/online`, {});
  expect(empty.json()).toMatchObject({
    errors: [{ message: 'Debe dibujar su firma en el panel indicado.' }],
  });
  expect(said(await signOnline(browser, id))).toBe('Datos enviados correctamente.');
  const other = await ready();
  const rejected = await other.browser.form(`/clientes/firma/${other.code}/rechazar`, {
    id: String(other.id),
  });
  expect(said(rejected)).toBe('Solicitud procesada correctamente.');
  expect(code).not.toBe(other.code);
});

test('each attached paper is confirmed: Cédula/Pasaporte adjuntada correctamente.', async () => {
  const texts = (await llave.database.db.select().from(documentTypes)).map(
    ({ attachedText }) => attachedText,
  );
  expect(texts).toContain('Cédula/Pasaporte adjuntada correctamente.');
  for (const text of texts) expect(text).toMatch(/ adjuntad[oa] correctamente\.$/);
});

/** What only the browser says: the sentence in the contract, and who shows it. */
const SHOWN: readonly (readonly [sentence: string, contract: string, name: string, shownIn: string])[] = [
  ['Error al enviar los datos.', 'contract/texts.ts', 'TEXTS.sendFailed', 'web/customer/lib/post.ts'],
  ['Datos enviados correctamente.', 'contract/texts.ts', 'TEXTS.sent', 'web/office/ui/toast.tsx'],
  [
    'Error al entrenar el chat.',
    'contract/care/chatbot/rules.ts',
    'TRAINING_FAILED',
    'server/modules/care/chatbot/training.service.ts',
  ],
  [
    'Gracias por confirmar...',
    'contract/texts.ts',
    'TEXTS.pushConfirmed',
    'web/customer/pages/company/push/NotificationsPage.tsx',
  ],
  [
    'Por favor verifica los siguientes campos en el formulario.',
    'contract/errors.ts',
    'message',
    'web/office/ui/ErrorTable.tsx',
  ],
  [
    'Por favor, verifique los siguientes campos',
    'contract/errors.ts',
    'MESSAGES.INVALID_CUSTOMER',
    'web/customer/components/ErrorSummary.tsx',
  ],
  [
    'Por favor, especifique la ruta al archivo a cargar!',
    'contract/texts.ts',
    'TEXTS.noFile',
    'web/customer/lib/pictures.ts',
  ],
  [
    'Debe dibujar su firma en el panel indicado.',
    'contract/texts.ts',
    'TEXTS.emptySignature',
    'web/customer/pages/legal/envelopes/SignTabs.tsx',
  ],
  [
    'Inicia sesión nuevamente para continuar.',
    'contract/errors.ts',
    'MESSAGES.UNAUTHENTICATED',
    'web/customer/pages/company/errors/ErrorPage.tsx',
  ],
  [
    'No tienes permiso para ingresar aquí.',
    'contract/errors.ts',
    'MESSAGES.FORBIDDEN',
    'web/office/features/overview/frame/OfficeLayout.tsx',
  ],
  [
    '¡Algo salió mal! Inténtalo de nuevo.',
    'contract/errors.ts',
    'MESSAGES.INTERNAL',
    'web/customer/pages/company/errors/ErrorPage.tsx',
  ],
];

test.each(SHOWN)('«%s» stands in %s and is shown by its name', async (sentence, contract, name, shownIn) => {
  const root = path.join(import.meta.dirname, '..');
  expect(await readFile(path.join(root, contract), 'utf8')).toContain(`'${sentence}'`);
  expect(await readFile(path.join(root, shownIn), 'utf8')).toContain(name);
});
