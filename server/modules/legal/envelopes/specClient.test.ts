import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { pushSubscriptions } from '#server/modules/company/push/push.table.ts';
import { useApp } from '#test/app.ts';
import { asSigner, identify, letter, openedBy, sentLetter } from '#test/envelopes.ts';
import { withoutBuild } from '#test/pages.ts';
import { fileOf, makePicture } from '#test/papers.ts';
import { signInAs } from '#test/signIn.ts';

// A client that knows only the request's text: a form action, the field names document and push_subscription, the CSRF
// header from the page, and the answer's success and redirect (spec §2.4, §7).

const llave = useApp();

interface Shown {
  success: string;
  redirect: string;
}

const host = 'https://fcm.googleapis.com/fcm/send/';
const keys = { p256dh: `B${'a'.repeat(86)}`, auth: 'c'.repeat(22) };

test.each(['online', 'pdf'])('a client of the request signs %s', async (way) => {
  withoutBuild(llave);
  const subscription = { endpoint: `${host}${way}`, keys };
  const { buyer, envelope } = await sentLetter(llave, await signInAs(llave, 'abogado'));
  const browser = await openedBy(llave, buyer.email);
  await identify(llave, browser, envelope.id, asSigner(buyer));
  const html = await browser.send({
    method: 'GET',
    url: `/clientes/documentos/${envelope.id}/firmar`,
    headers: { accept: 'text/html' },
  });
  const [, token] = /<meta name="csrf-token" content="([^"]+)"/.exec(html.body) ?? [];
  const document =
    way === 'pdf'
      ? fileOf(await letter('Firmado'), 'firmado.pdf', 'application/pdf')
      : fileOf(await makePicture({ width: 400, height: 200 }), 'firma.png', 'image/png');
  const form = new FormData();
  form.append('document', document);
  form.append('push_subscription', JSON.stringify(subscription));
  const request = new Request('http://llave.test', { method: 'POST', body: form });
  const answer = await llave.app.inject({
    method: 'POST',
    url: `/clientes/documentos/${envelope.id}/firmar/${way}`,
    payload: Buffer.from(await request.arrayBuffer()),
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      'x-csrf-token': token!,
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  const shown = answer.json<Shown>();
  expect(Object.keys(shown).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['redirect', 'success']);
  expect(shown.success).not.toBe('');
  expect(shown.redirect).toMatch(/^\/clientes\//);
  const [kept] = await llave.database.db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.endpoint, subscription.endpoint));
  expect(kept).toMatchObject({ userId: null, sessionId: expect.any(String) });
});
