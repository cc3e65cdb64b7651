import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { StatusChange } from '#contract/transitions.ts';
import {
  Conversion,
  KeysToCheck,
  KnownPerson,
  NewContact,
  NewProspect,
  Prospect,
  ProspectChange,
  ProspectFilter,
  ProspectRow,
} from './model.ts';

const base = '/api/sale/prospects';
const one = `${base}/:id` as const;
const params = z.object({ id: Id });
const record = data(Prospect);

export const listProspects = endpoint({
  method: 'GET',
  path: base,
  access: 'ventas.ver',
  shows: ['prospecto'],
  summary: 'Los prospectos, con sus filtros; con ?hoy=1, los que toca llamar',
  query: ProspectFilter,
  answer: page(ProspectRow),
  exports: exportsOf(ProspectRow, {
    title: 'Prospectos',
    permission: 'ventas.exportar',
    columns: [
      { key: 'id', title: 'Nombre', type: 'text', width: 30, value: (row) => row.person.name },
      {
        key: 'celular',
        of: 'contacto',
        title: 'Celular',
        type: 'text',
        width: 16,
        value: (row) => row.phone,
      },
      { key: 'etapa', title: 'Etapa', type: 'text', width: 14, value: (row) => row.stage.name },
      { key: 'proyecto', title: 'Proyecto', type: 'text', width: 24, value: (row) => row.project.name },
      { key: 'modelo', of: 'proyecto', title: 'Modelo', type: 'text', value: (row) => row.model?.name },
      { key: 'asesor', title: 'Asesor', type: 'text', width: 22, value: (row) => row.adviser?.name },
      { key: 'origen', title: 'Origen', type: 'text', value: (row) => row.origin },
      { key: 'campana', of: 'origen', title: 'Campaña', type: 'text', value: (row) => row.campaign },
      {
        key: 'last_action_at',
        title: 'Última acción',
        type: 'text',
        width: 20,
        value: (row) => row.last_action.name,
      },
      {
        key: 'cuando',
        of: 'last_action_at',
        title: 'Cuándo',
        type: 'instant',
        value: (row) => row.last_action_at,
      },
      {
        key: 'next_follow_up_on',
        title: 'Próximo seguimiento',
        type: 'date',
        value: (row) => row.next_follow_up_on,
      },
      { key: 'created_at', title: 'Creado', type: 'instant', value: (row) => row.created_at },
    ],
    filters: {
      etapa_id: { label: 'Etapa', of: 'catalog:prospect_stages' },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      asesor_id: { label: 'Asesor', of: 'usuario' },
      origen: { label: 'Origen' },
      hoy: { label: 'Hoy toca' },
      q: { label: 'Búsqueda' },
    },
  }),
});

/** The first cards of each stage, nearest follow-up first, and the stage's count (at most 999). */
export const prospectBoard = endpoint({
  method: 'GET',
  path: `${base}/board`,
  access: 'ventas.ver',
  shows: ['prospecto'],
  summary: 'Los prospectos por etapa, los que tocan primero arriba',
  query: ProspectFilter.pick({ proyecto_id: true, asesor_id: true, origen: true, q: true, hoy: true }),
  answer: data(
    z.array(
      z.object({
        stage: z.object({ id: z.number().int(), name: z.string() }),
        total: z.number().int(),
        rows: z.array(ProspectRow),
      }),
    ),
  ),
});

export const getProspect = endpoint({
  method: 'GET',
  path: one,
  access: 'ventas.ver',
  shows: ['prospecto'],
  summary: 'Un prospecto con sus contactos y lo que se puede hacer con él',
  params,
  answer: record,
});

export const checkKeys = endpoint({
  method: 'POST',
  path: `${base}/check`,
  access: 'ventas.crear',
  touches: [],
  summary: 'Si ya existe alguien con ese celular, correo o documento',
  body: KeysToCheck,
  answer: data(z.array(KnownPerson)),
  limit: { max: 120, seconds: 60 },
});

export const createProspect = endpoint({
  method: 'POST',
  path: base,
  access: 'ventas.crear',
  touches: ['prospecto', 'persona'],
  summary: 'Anota un prospecto; quien lo anota queda como su asesor',
  body: NewProspect,
  answer: record,
  status: 201,
  errors: ['PERSON_EXISTS', 'PROSPECT_OPEN'],
  idempotent: true,
});

export const changeProspect = endpoint({
  method: 'PATCH',
  path: one,
  access: 'ventas.editar',
  touches: ['prospecto', 'persona'],
  summary: 'Cambia lo que se sabe de un prospecto',
  params,
  body: ProspectChange,
  answer: record,
  errors: ['STALE'],
});

export const changeProspectStatus = endpoint({
  method: 'PATCH',
  path: `${one}/status`,
  access: 'ventas.ver',
  touches: ['prospecto', 'comentario'],
  summary: 'Cambia la etapa de un prospecto',
  params,
  body: StatusChange,
  answer: record,
  errors: ['TRANSITION', 'STALE'],
});

export const addContact = endpoint({
  method: 'POST',
  path: `${one}/contacts`,
  access: 'ventas.editar',
  touches: ['prospecto', 'comentario'],
  summary: 'Anota un contacto con el prospecto y cuándo toca el próximo',
  params,
  body: NewContact,
  answer: record,
  status: 201,
  idempotent: true,
});

export const convertProspect = endpoint({
  method: 'POST',
  path: `${one}/convert`,
  access: 'ventas.crear',
  touches: ['prospecto', 'precontrato', 'persona'],
  summary: 'Empieza el pre-contrato de un prospecto, con su misma persona',
  params,
  body: Conversion,
  answer: data(z.object({ sale_id: z.number().int() })),
  status: 201,
  errors: ['LOT_TAKEN', 'STALE'],
  idempotent: true,
});

export const assignProspects = endpoint({
  method: 'POST',
  path: `${base}/assign`,
  access: 'ventas.aprobar',
  touches: ['prospecto'],
  summary: 'Pasa varios prospectos a un asesor',
  body: z.object({
    ids: z.array(z.number().int().min(1)).min(1, { error: 'Elige al menos un prospecto.' }).max(200),
    asesor_id: z.number().int().min(1),
  }),
  answer: z.object({ success: z.string(), data: z.object({ passed: z.array(z.number().int()) }) }),
});
