/**
 * What the audit log's verbs and kinds of record are called for people. The log keeps the words of the code; one that
 * is not here is shown as it is, and a test asks for it.
 */

/** What somebody did: changed something, read something that is kept apart, took it out of the house, came in. */
export const DEEDS = {
  hizo: 'Hizo un cambio',
  vio: 'Leyó',
  exporto: 'Exportó',
  entro: 'Entró o salió',
} as const;
export type Deed = keyof typeof DEEDS;

export const ACTION_LABELS: Readonly<Record<string, string>> = {
  // read
  leer: 'Leyó',
  // taken out
  exported: 'Exportó',
  // who comes in
  signed_in: 'Inició sesión',
  signed_out: 'Cerró sesión',
  sign_in_failed: 'No pudo iniciar sesión',
  second_step_failed: 'Falló el segundo paso',
  browser_token_made: 'Abrió la oficina en otro navegador',
  password_changed: 'Cambió su contraseña',
  password_reset: 'Recuperó su contraseña',
  opened_by_link: 'Abrió su compra con el enlace',
  opened_by_code: 'Abrió su compra con un código',
  code_sent: 'Pidió un código',
  code_confirmed: 'Confirmó un código',
  view_as_began: 'Empezó a ver como',
  view_as_ended: 'Dejó de ver como',
  // changed
  create: 'Creó',
  created: 'Creó',
  crear: 'Creó',
  change: 'Cambió',
  changed: 'Cambió',
  granted: 'Cambió los permisos',
  deleted: 'Borró',
  shared: 'Compartió',
  unshared: 'Dejó de compartir',
  probar: 'Envió una prueba',
  cambiar: 'Cambió',
  editar: 'Cambió',
  archive: 'Archivó',
  restore: 'Volvió a ofrecer',
  order: 'Ordenó',
  arranged: 'Ordenó',
  archived: 'Archivó',
  archivar: 'Archivó',
  restored: 'Volvió a ofrecer',
  comentar: 'Comentó',
  invited: 'Invitó',
  deactivated: 'Desactivó',
  reactivated: 'Reactivó',
  handed_over: 'Entregó el trabajo',
  sessions_ended: 'Cerró las sesiones',
  second_step_reset: 'Quitó el segundo paso',
  paper_added: 'Agregó un papel',
  paper_removed: 'Quitó un papel',
  primer_administrador: 'Creó al primer administrador',
  borrar_demostracion: 'Borró la demostración',
  reintentar: 'Reintentó el envío',
  reenviar: 'Envió otra vez',
  importar: 'Importó',
  'probar importación': 'Probó una importación',
  'deshacer importación': 'Deshizo una importación',
  'crear viviendas': 'Creó viviendas',
  consentir: 'Dio su permiso',
  retirar_consentimiento: 'Retiró su permiso',
  comprar: 'Empezó una compra',
  recibir: 'Recibió',
  firmar: 'Firmó',
  rechazar_firma: 'Rechazó la firma',
  vencer: 'Venció',
  cambiar_estado: 'Cambió el estado',
  cambiar_asesor: 'Cambió el asesor',
  cambiar_lote: 'Cambió el lote',
  reasignar: 'Reasignó',
  enviar_enlace: 'Envió el enlace',
  links_revoked: 'Anuló los enlaces',
  revisar: 'Revisó',
  reportar: 'Reportó',
  revocar: 'Retiró',
  equipo: 'Cambió el equipo',
  cuentas: 'Cambió las cuentas',
  configurar: 'Cambió la configuración',
  restablecer: 'Restableció la configuración',
  'agregar imagen': 'Agregó una imagen',
  'quitar imagen': 'Quitó una imagen',
  'crear lotes': 'Creó lotes',
  'cambiar imagen': 'Cambió una imagen',
  'ordenar imagenes': 'Ordenó las imágenes',
  anotar_clima: 'Anotó el clima',
  agregar_banco: 'Agregó un banco',
  cambiar_banco: 'Cambió un banco',
  ordenar_bancos: 'Ordenó los bancos',
  copiar_bancos: 'Copió los bancos',
  agregar_ejecutivo: 'Agregó un ejecutivo',
  cambiar_ejecutivo: 'Cambió un ejecutivo',
  entrar_equipo: 'Puso en el equipo',
  papel_equipo: 'Cambió el papel en el equipo',
  salir_equipo: 'Sacó del equipo',
  cerrar_semana: 'Cerró la semana',
  reabrir_semana: 'Reabrió la semana',
  'preparar aumento': 'Preparó un aumento',
  'confirmar aumento': 'Confirmó un aumento',
  'cancelar aumento': 'Canceló un aumento',
  'aplicar aumento': 'Aplicó un aumento',
  'cambiar precios': 'Cambió precios',
};

const DEED_ACTIONS: Readonly<Record<Exclude<Deed, 'hizo'>, readonly string[]>> = {
  vio: ['leer'],
  exporto: ['exported'],
  entro: [
    'signed_in',
    'signed_out',
    'sign_in_failed',
    'second_step_failed',
    'browser_token_made',
    'opened_by_link',
    'opened_by_code',
    'code_sent',
    'code_confirmed',
    'view_as_began',
    'view_as_ended',
  ],
};

/** The verbs of a deed; of changes, those that they are not: everything else. */
export const actionsOf = (deed: Deed): { only: readonly string[] } | { not: readonly string[] } =>
  deed === 'hizo' ? { not: Object.values(DEED_ACTIONS).flat() } : { only: DEED_ACTIONS[deed] };

export const deedOf = (action: string): Deed =>
  (Object.keys(DEED_ACTIONS) as Exclude<Deed, 'hizo'>[]).find((deed) =>
    DEED_ACTIONS[deed].includes(action),
  ) ?? 'hizo';

export const ENTITY_LABELS: Readonly<Record<string, string>> = {
  precontrato: 'Pre-contrato',
  documento: 'Documento',
  archivo: 'Papel de identidad o ingresos',
  pago: 'Pago',
  correo: 'Correo',
  user: 'Usuario',
  role: 'Rol',
  menu: 'Menú',
  catalog: 'Lista',
  catalog_item: 'Fila de una lista',
  proyecto: 'Proyecto',
  modelo: 'Modelo',
  lote: 'Lote',
  vivienda: 'Vivienda',
  cuenta_bancaria: 'Cuenta bancaria',
  configuracion: 'Configuración',
  consentimiento: 'Permiso de datos',
  lawyer: 'Abogado',
  partner: 'Contratista o contratante',
  contrato: 'Contrato',
  aumento: 'Aumento de precios',
  importacion: 'Importación',
  plantilla: 'Plantilla',
  vista: 'Vista de una tabla',
  lista: 'Lista exportada',
  empresa: 'Empresa',
};

export const actionLabel = (action: string) => ACTION_LABELS[action] ?? action;
export const entityLabel = (entity: string) => ENTITY_LABELS[entity] ?? entity;
