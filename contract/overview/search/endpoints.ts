import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';

/** Kinds of search results, in display order. */
export const FOUND_KINDS = {
  persona: 'Personas',
  prospecto: 'Prospectos',
  venta: 'Ventas',
  proforma: 'Proformas',
  documento: 'Documentos',
  conversacion: 'Conversaciones',
  mensaje: 'Mensajes',
  lote: 'Lotes',
  vivienda: 'Viviendas',
  pago: 'Pagos',
  expediente: 'Expedientes de viviendas',
  escritura: 'Escrituras',
  contrato: 'Contratos',
  trabajo: 'Trabajos',
  cuenta_obra: 'Cuentas de obra',
  asiento: 'Asientos',
  comprobante_diario: 'Comprobantes',
  conciliacion: 'Conciliaciones bancarias',
  bitacora: 'Bitácora',
  entrega: 'Entregas',
  pendiente_entrega: 'Pendientes de entrega',
  ticket: 'Tickets',
  encuesta: 'Encuestas',
  orden_trabajo: 'Órdenes de trabajo',
  cargo_garantia: 'Cargos de garantía',
  adenda_contrato: 'Adendas de obra',
  solicitud_material: 'Solicitudes de materiales',
  orden_compra: 'Órdenes de compra',
  material: 'Materiales',
  factura_proveedor: 'Facturas de proveedores',
  factura_emitida: 'Facturas emitidas',
  lote_pago: 'Lotes de pago',
  caja_menuda: 'Cajas menudas',
  prestamo_interino: 'Préstamos interinos',
  promesa: 'Promesas',
  adenda: 'Adendas',
  sobre: 'Documentos por firmar',
  representante: 'Representantes',
  sello: 'Documentos sellados',
  reclamo: 'Reclamos ante ACODECO',
  plantilla_legal: 'Plantillas de contratos',
  modelo: 'Modelos',
  permiso: 'Permisos',
  plano: 'Planos',
  plan_accion: 'Planes de acción',
  proyecto: 'Proyectos',
} as const;
export type FoundKind = keyof typeof FOUND_KINDS;

export const Found = z.object({
  kind: z.enum(Object.keys(FOUND_KINDS) as [FoundKind, ...FoundKind[]]),
  id: z.number().int(),
  title: z.string(),
  /** Distinguishes records with the same name; identity numbers are masked. */
  subtitle: z.string(),
  /** Path in the office. */
  url: z.string(),
});
export type Found = z.infer<typeof Found>;

/** A POST, so that the typed text is in no URL and no log. */
export const seek = endpoint({
  method: 'POST',
  path: '/api/seeker',
  access: 'staff',
  touches: [],
  summary: 'Busca en todo lo que quien pregunta puede abrir',
  body: z.object({
    q: z.string().trim().max(80),
    /** Maximum results per kind. */
    limit: z.number().int().min(1).max(20).default(6),
  }),
  answer: data(z.array(Found)),
});
