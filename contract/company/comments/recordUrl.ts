/** The office page of each kind of record with comments, files and tasks: a path before the id. */
const PAGES: Readonly<Record<string, string>> = {
  precontrato: '/oficina/ventas/',
  prospecto: '/oficina/prospectos/',
  proforma: '/oficina/proformas/',
  persona: '/oficina/personas/',
  proyecto: '/oficina/proyectos/',
  usuario: '/oficina/usuarios/',
  socio: '/oficina/contratistas/',
  coincidencia: '/oficina/coincidencias/',
  pago: '/oficina/pagos?pago=',
  cita: '/oficina/citas?cita=',
  devolucion: '/oficina/devoluciones?devolucion=',
  comision: '/oficina/comisiones?comision=',
  solicitud: '/oficina/solicitudes-bancarias?solicitud=',
  lote: '/oficina/lotes?lote=',
  vivienda: '/oficina/viviendas?vivienda=',
  cuenta_bancaria: '/oficina/cuentas-bancarias?cuenta=',
  trabajo: '/oficina/trabajos?trabajo=',
  bitacora: '/oficina/bitacora/',
  contrato: '/oficina/contratos/',
  cuenta_obra: '/oficina/pagos-a-contratistas/',
  promesa: '/oficina/promesas/',
  adenda: '/oficina/adendas/',
  plantilla_legal: '/oficina/plantillas-contratos/',
  extracto: '/oficina/extractos/lineas?extracto_id=',
  sobre: '/oficina/firmas?sobre=',
  representante: '/oficina/representantes?representante=',
  sello: '/oficina/sellos?sello=',
  aumento: '/oficina/precios?ver=aumentos&aumento=',
  expediente_vivienda: '/oficina/expedientes-viviendas?expediente=',
  escritura: '/oficina/escrituras/',
  reclamo_acodeco: '/oficina/reclamos-acodeco?reclamo=',
  plan_accion: '/oficina/planes-de-accion/',
};

/** The office path of a record; of a kind without an own page, the list that it is in. */
export const recordUrl = (reference: string, id: number): string =>
  reference === 'modelo' ? '/oficina/modelos' : PAGES[reference] ? `${PAGES[reference]}${id}` : '/oficina';
