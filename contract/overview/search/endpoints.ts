import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';

/** What the one search box finds, in the order in which it shows them. */
export const FOUND_KINDS = {
  persona: 'Personas',
  prospecto: 'Prospectos',
  venta: 'Ventas',
  proforma: 'Proformas',
  lote: 'Lotes',
  vivienda: 'Viviendas',
  pago: 'Pagos',
  contrato: 'Contratos',
  proyecto: 'Proyectos',
} as const;
export type FoundKind = keyof typeof FOUND_KINDS;

export const Found = z.object({
  kind: z.enum(Object.keys(FOUND_KINDS) as [FoundKind, ...FoundKind[]]),
  id: z.number().int(),
  title: z.string(),
  /** What tells it from others of that name; personal numbers masked. */
  subtitle: z.string(),
  /** Path in the office. */
  url: z.string(),
});
export type Found = z.infer<typeof Found>;

/** A POST, so that what is typed stands in no address and no log. */
export const seek = endpoint({
  method: 'POST',
  path: '/api/seeker',
  access: 'staff',
  summary: 'Busca en todo lo que quien pregunta puede abrir',
  body: z.object({
    q: z.string().trim().max(80),
    /** At most so many of each kind. */
    limit: z.number().int().min(1).max(20).default(6),
  }),
  answer: data(z.array(Found)),
});
