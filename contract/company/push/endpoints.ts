import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { DeviceFilter, OwnedDevice, PUSH_TEXT, PUSH_TITLE, PushDevice, SentSubscription } from './model.ts';

export const pushKey = endpoint({
  method: 'GET',
  path: '/api/push_messages/key',
  access: 'public',
  shows: [],
  summary: 'La llave pública con que un navegador pide los avisos (VAPID)',
  answer: data(z.object({ key: z.string() })),
});

export const subscribePush = endpoint({
  method: 'POST',
  path: '/api/push_messages/push',
  access: ['staff', 'client'],
  touches: ['equipo_avisos'],
  summary: 'Registra el navegador para recibir avisos; el mismo navegador otra vez no se repite',
  /** The endpoint that the browser had before: the new one belongs to whom that belonged, if it was the caller's. */
  query: z.object({ antes: z.string().max(1000).optional() }),
  body: SentSubscription,
  files: {},
  answer: data(z.object({ id: z.number().int() })),
  limit: { max: 60, seconds: 60 },
});

export const stopPush = endpoint({
  method: 'POST',
  path: '/api/push_messages/stop',
  access: ['staff', 'client'],
  touches: ['equipo_avisos'],
  summary: 'Deja de enviar avisos a un navegador propio, por su id o su dirección',
  body: z.object({ id: Id.optional(), endpoint: z.string().max(1000).optional() }),
  answer: z.object({ success: z.string() }),
});

export const sendPush = endpoint({
  method: 'GET',
  path: '/api/push_messages/send/:title/:body',
  access: 'notificaciones.crear',
  csrf: true,
  shows: [],
  summary: 'Envía un aviso a los navegadores propios, o a los de user_id',
  params: z.object({
    title: z.string().trim().min(1).max(PUSH_TITLE),
    body: z.string().trim().min(1).max(PUSH_TEXT),
  }),
  query: z.object({ user_id: Id.optional() }),
  answer: data(z.object({ queued: z.number().int() })),
  limit: { max: 30, seconds: 60 },
});

export const listMyDevices = endpoint({
  method: 'GET',
  path: '/api/push_messages/devices',
  access: 'own',
  shows: ['equipo_avisos'],
  summary: 'Los navegadores propios que reciben avisos, y cómo les va',
  answer: data(z.array(PushDevice)),
});

export const testDevice = endpoint({
  method: 'POST',
  path: '/api/push_messages/devices/:id/test',
  access: 'own',
  touches: ['equipo_avisos'],
  summary: 'Envía un aviso de prueba a un navegador propio',
  params: z.object({ id: Id }),
  answer: z.object({ success: z.string() }),
  limit: { max: 10, seconds: 60 },
});

export const listDevices = endpoint({
  method: 'GET',
  path: '/api/push_messages/subscriptions',
  access: 'notificaciones.ver',
  shows: ['equipo_avisos'],
  summary: 'Los navegadores que reciben avisos, con su última entrega y su última falla',
  query: DeviceFilter,
  answer: page(OwnedDevice),
});

/** `primary`: this browser is the main one; while it works, the others of the purchase stay silent. */
export const confirmPush = endpoint({
  method: 'POST',
  path: '/clientes/notificaciones/confirmar',
  access: 'client',
  touches: ['equipo_avisos'],
  summary: 'El comprador confirma que quiere avisos en este navegador',
  body: z.object({
    primary: z.string().max(10).optional(),
    push_subscription: z.string().max(4000).optional(),
  }),
  files: {},
  answer: z.object({ success: z.string() }),
  seeOther: () => '/clientes/notificaciones?confirmado=1',
});
