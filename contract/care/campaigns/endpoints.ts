import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { Campaign, Group, GroupCount, NewCampaign } from './model.ts';

const base = '/api/office/chat/campaigns';
const one = z.object({ id: Id });

export const listCampaigns = endpoint({
  method: 'GET',
  path: base,
  access: 'chat.aprobar',
  shows: ['envio_whatsapp', 'mensaje'],
  summary: 'Los últimos envíos de una plantilla a un grupo, con sus resultados',
  answer: data(z.array(Campaign)),
});

export const countGroup = endpoint({
  method: 'POST',
  path: `${base}/count`,
  access: 'chat.aprobar',
  touches: [],
  summary: 'Cuántas personas recibirían un envío, y cuántas quedan fuera',
  body: Group,
  answer: data(GroupCount),
});

export const createCampaign = endpoint({
  method: 'POST',
  path: base,
  access: 'chat.aprobar',
  touches: ['envio_whatsapp', 'conversacion', 'mensaje'],
  summary: 'Envía una plantilla a un grupo de prospectos, poco a poco',
  body: NewCampaign,
  answer: data(Campaign),
  status: 201,
  idempotent: true,
  errors: ['TEMPLATE_CLOSED', 'COUNT_CHANGED'],
});

export const cancelCampaign = endpoint({
  method: 'POST',
  path: `${base}/:id/cancel`,
  access: 'chat.aprobar',
  touches: ['envio_whatsapp'],
  summary: 'Detiene un envío: quien todavía espera no lo recibe',
  params: one,
  body: z.object({}).optional(),
  answer: data(Campaign),
});
