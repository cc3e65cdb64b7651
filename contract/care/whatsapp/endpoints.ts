import { z } from 'zod';
import { Message } from '#contract/care/chat/model.ts';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { SendTemplate, Template, TemplateChange, WhatsappRoom } from './model.ts';

/** The address that is given to the provider, for GET (verification) and POST (events). */
export const WEBHOOK = '/api/whatsapp/webhook';
const base = '/api/office/whatsapp';
const room = z.object({ sid: z.uuid() });

export const verifyWebhook = endpoint({
  method: 'GET',
  path: WEBHOOK,
  access: 'public',
  summary: 'WhatsApp comprueba la dirección: devuelve su reto si la palabra es la acordada',
  query: z.object({
    'hub.mode': z.string().max(20).optional(),
    'hub.verify_token': z.string().max(200).optional(),
    'hub.challenge': z
      .string()
      .regex(/^\w{1,200}$/)
      .optional(),
  }),
  answer: z.string(),
  limit: { max: 60, seconds: 60 },
});

/** Its body is read only after its signature (X-Hub-Signature-256) was checked. */
export const receiveWebhook = endpoint({
  method: 'POST',
  path: WEBHOOK,
  access: 'public',
  csrf: false,
  touches: ['conversacion', 'mensaje', 'numero_whatsapp', 'plantilla_whatsapp'],
  summary: 'Mensajes, estados y plantillas que cuenta WhatsApp; repetidos o en desorden no cambian nada',
  body: z.object({
    entry: z
      .array(
        z.object({
          changes: z
            .array(z.object({ field: z.string().max(60), value: z.unknown() }))
            .max(1000)
            .default([]),
        }),
      )
      .max(1000)
      .default([]),
  }),
  answer: z.object({ success: z.literal(true) }),
  limit: { max: 6000, seconds: 60 },
});

export const whatsappOfRoom = endpoint({
  method: 'GET',
  path: `${base}/conversations/:sid`,
  access: 'chat.ver',
  shows: ['conversacion', 'mensaje', 'numero_whatsapp', 'persona'],
  summary: 'Los números de WhatsApp de una conversación, con sus 24 horas',
  params: room,
  answer: data(WhatsappRoom),
});

export const sendTemplate = endpoint({
  method: 'POST',
  path: `${base}/conversations/:sid/template`,
  access: 'chat.crear',
  touches: ['conversacion', 'mensaje'],
  summary: 'Envía una plantilla aprobada a la persona de una conversación',
  params: room,
  body: SendTemplate,
  answer: data(Message),
  status: 201,
  errors: ['TEMPLATE_CLOSED', 'OPTED_OUT', 'NO_WHATSAPP'],
});

/** Says who writes from a number: its messages move to that person's conversation. */
export const giveNumber = endpoint({
  method: 'POST',
  path: `${base}/numbers/:id/person`,
  access: 'chat.crear',
  touches: ['conversacion', 'mensaje', 'numero_whatsapp'],
  summary: 'Dice qué persona escribe desde un número; sus mensajes pasan a la conversación de ella',
  params: z.object({ id: Id }),
  /** Null: nobody of those known. */
  body: z.object({ version: z.number().int(), persona_id: Id.nullable() }),
  answer: data(z.object({ sid: z.string() })),
});

export const undoNumber = endpoint({
  method: 'POST',
  path: `${base}/numbers/:id/undo`,
  access: 'chat.crear',
  touches: ['conversacion', 'mensaje', 'numero_whatsapp'],
  summary: 'Deshace que un número se dio a una persona',
  params: z.object({ id: Id }),
  body: z.object({ version: z.number().int() }),
  answer: data(z.object({ sid: z.string() })),
  errors: ['NOTHING_TO_UNDO'],
});

/** Fetches a file again that did not arrive. */
export const fetchMedia = endpoint({
  method: 'POST',
  path: `${base}/conversations/:sid/media/:messageId`,
  access: 'chat.crear',
  touches: ['mensaje'],
  summary: 'Pide otra vez el archivo de un mensaje que no llegó',
  params: room.extend({ messageId: Id }),
  body: z.object({}).optional(),
  answer: data(z.object({})),
});

/** Sends a message again that failed, or whose fate is not known. */
export const sendAgain = endpoint({
  method: 'POST',
  path: `${base}/conversations/:sid/again/:messageId`,
  access: 'chat.crear',
  touches: ['mensaje'],
  summary: 'Envía otra vez un mensaje de WhatsApp que falló',
  params: room.extend({ messageId: Id }),
  body: z.object({}).optional(),
  answer: data(z.object({})),
  errors: ['WINDOW_CLOSED', 'NOT_FAILED'],
});

export const listTemplates = endpoint({
  method: 'GET',
  path: `${base}/templates`,
  access: 'chat.ver',
  shows: ['plantilla_whatsapp'],
  summary: 'Las plantillas de WhatsApp con su estado, como las dio el proveedor por última vez',
  answer: data(z.array(Template)),
});

export const changeTemplate = endpoint({
  method: 'PATCH',
  path: `${base}/templates/:id`,
  access: 'chat.editar',
  touches: ['plantilla_whatsapp'],
  summary: 'Dice qué va en cada lugar de una plantilla, y si se ofrece al cerrarse las 24 horas',
  params: z.object({ id: Id }),
  body: TemplateChange,
  answer: data(Template),
});

export const syncTemplates = endpoint({
  method: 'POST',
  path: `${base}/templates/sync`,
  access: 'chat.editar',
  touches: ['plantilla_whatsapp'],
  summary: 'Pide las plantillas al proveedor ahora',
  body: z.object({}).optional(),
  answer: data(z.object({})),
  status: 202,
  limit: { max: 6, seconds: 60 },
});
