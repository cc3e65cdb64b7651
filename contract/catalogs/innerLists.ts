import { z } from 'zod';
import { innerCatalog } from './catalog.ts';

// Lists without a call of their own; ids and labels of domain.md §2.

/** Commercial state of a lot: derived from its claim, never typed. */
export const lotStates = innerCatalog({
  name: 'lot_states',
  title: 'Estados del lote',
  kind: 'fixed',
  label: 'name',
  rows: [
    [1, 'Disponible'],
    [2, 'Reservado'],
    [3, 'Separado'],
    [4, 'Prometido'],
    [5, 'Escriturado'],
    [6, 'Entregado'],
    [7, 'No disponible'],
  ],
});

export const lotTypes = innerCatalog({
  name: 'type_lots',
  title: 'Tipos de lote',
  kind: 'extensible',
  label: 'name',
  rows: [
    [1, 'Intermedio'],
    [2, 'Esquina'],
    [3, 'Fondo de saco'],
    [4, 'Frente a parque'],
    [5, 'Irregular'],
    [6, 'Comercial'],
    [7, 'Uso público / área verde'],
    [8, 'Servidumbre o infraestructura (PTAR, tanque)'],
  ],
});

export const kinships = innerCatalog({
  name: 'parentescos',
  title: 'Parentescos',
  kind: 'extensible',
  label: 'name',
  rows: [
    [1, 'Cónyuge'],
    [2, 'Unido(a)'],
    [3, 'Hijo(a)'],
    [4, 'Hijastro(a)'],
    [5, 'Padre'],
    [6, 'Madre'],
    [7, 'Hermano(a)'],
    [8, 'Abuelo(a)'],
    [9, 'Nieto(a)'],
    [10, 'Tío(a)'],
    [11, 'Sobrino(a)'],
    [12, 'Suegro(a)'],
    [13, 'Otro'],
  ],
});

/** sector_trabajo: `name_id` is the exact value that the form sends. */
export const sectors = innerCatalog({
  name: 'sector_trabajo',
  title: 'Sectores de trabajo',
  kind: 'fixed',
  label: 'name',
  extra: { name_id: z.string() },
  rows: [
    [1, 'Público', { name_id: 'Público' }],
    [2, 'Privado', { name_id: 'Privado' }],
    [3, 'Independiente', { name_id: 'Independiente' }],
    [4, 'Jubilado', { name_id: 'Jubilado' }],
  ],
});

/** estatus_laboral: `name_id` is the exact value that the form sends. */
export const employmentStatus = innerCatalog({
  name: 'estatus_laboral',
  title: 'Estatus laborales',
  kind: 'fixed',
  label: 'name',
  extra: { name_id: z.string() },
  rows: [
    [1, 'Permanente', { name_id: 'Permanente' }],
    [2, 'Contrato definido', { name_id: 'Contrato definido' }],
    [3, 'Eventual', { name_id: 'Eventual' }],
    [4, 'Interino', { name_id: 'Interino' }],
    [5, 'Servicios profesionales', { name_id: 'Servicios profesionales' }],
  ],
});

/** tipo_documento; the values of contract/identity.ts. */
export const documentTypes = innerCatalog({
  name: 'tipo_documento',
  title: 'Documentos de identidad',
  kind: 'fixed',
  label: 'name',
  extra: { name_id: z.string() },
  rows: [
    [1, 'Cédula', { name_id: 'cedula' }],
    [2, 'Pasaporte', { name_id: 'pasaporte' }],
    [3, 'RUC', { name_id: 'ruc' }],
  ],
});

/** origen: where a buyer heard of us; `name_id` is what links and forms carry. */
export const origins = innerCatalog({
  name: 'origen',
  title: 'Orígenes',
  kind: 'extensible',
  label: 'name',
  extra: { name_id: z.string() },
  rows: [
    [1, 'Sitio web', { name_id: 'web' }],
    [2, 'Facebook', { name_id: 'facebook' }],
    [3, 'Instagram', { name_id: 'instagram' }],
    [4, 'TikTok', { name_id: 'tiktok' }],
    [5, 'WhatsApp', { name_id: 'whatsapp' }],
    [6, 'Valla', { name_id: 'valla' }],
    [7, 'Feria', { name_id: 'feria' }],
    [8, 'Referido', { name_id: 'referido' }],
    [9, 'Visita', { name_id: 'visita' }],
    [10, 'Encuentra24', { name_id: 'encuentra24' }],
    [11, 'Chatbot', { name_id: 'chatbot' }],
    [12, 'Código QR', { name_id: 'qr' }],
  ],
});

export const withdrawalReasons = innerCatalog({
  name: 'motivos_desistimiento',
  title: 'Motivos de desistimiento',
  kind: 'extensible',
  label: 'name',
  rows: [
    [1, 'Crédito rechazado'],
    [2, 'Cambio de trabajo'],
    [3, 'Precio'],
    [4, 'Ubicación'],
    [5, 'Demora'],
    [6, 'Compró otra'],
    [7, 'Personal'],
  ],
});

/** Why a paper is sent back (domain.md §3, Document 3→5). */
export const rejectionReasons = innerCatalog({
  name: 'motivos_rechazo_documento',
  title: 'Motivos de rechazo de documentos',
  kind: 'extensible',
  label: 'name',
  rows: [
    [1, 'Ilegible'],
    [2, 'Vencido'],
    [3, 'Incompleto'],
    [4, 'No coincide con la cédula'],
  ],
});
