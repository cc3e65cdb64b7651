import { expect, test } from 'vitest';
import { useApp } from '#test/app.ts';
import { asSigner, identify, letter, openedBy, sentLetter } from '#test/envelopes.ts';
import { withoutBuild } from '#test/pages.ts';
import { fileOf, makePicture } from '#test/papers.ts';
import { signInAs } from '#test/signIn.ts';

// A client that knows only the request's text: a form action, the field names document and push_subscription, the CSRF
// header from the page, and the answer's success and redirect (spec §2.4, §7).

const house = useApp();

interface Shown {
  success: string;
  redirect: string;
}

test.each(['online', 'pdf'])('a client of the request signs %s', async (way) => {
  withoutBuild(house);
  const { buyer, envelope } = await sentLetter(house, await signInAs(house, 'abogado'));
  const browser = await openedBy(house, buyer.email);
  await identify(house, browser, envelope.id, asSigner(buyer));
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
  form.append('push_subscription', '{"endpoint":"https://push.example/1","keys":{}}');
  const request = new Request('http://llave.test', { method: 'POST', body: form });
  const answer = await house.app.inject({
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
});
