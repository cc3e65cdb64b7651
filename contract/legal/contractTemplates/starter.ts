import { clauseOf, type Clause } from './clauses.ts';
import type { TemplateKind } from './fields.ts';

// The text that a new template begins with (domain.md §4.5: the contract states the total to pay, when the price may change,
// and a penalty of at most 10 % of what was paid, none with the bank's rejection letter). A lawyer edits and approves it.

const PARTIES = clauseOf(
  'partes',
  'Las partes',
  `Entre {{promotora}}, con RUC {{promotora_ruc}}, representada por {{representante}}, con {{representante_documento}}, en adelante la PROMITENTE VENDEDORA, y {{compradores}}, en adelante EL PROMITENTE COMPRADOR, se celebra este contrato.`,
);

const PROMISE: readonly Clause[] = [
  PARTIES,
  clauseOf(
    'objeto',
    'Objeto',
    `La PROMITENTE VENDEDORA promete vender y EL PROMITENTE COMPRADOR promete comprar una vivienda del modelo {{modelo}}, de {{modelo_area}} y {{modelo_distribucion}}, sobre el lote {{lote}}, de {{lote_area}}, del proyecto {{proyecto}}, ubicado en {{proyecto_ubicacion}}.
El lote se segrega de la finca madre {{finca_madre}}, con código de ubicación {{codigo_ubicacion}}.`,
  ),
  clauseOf(
    'precio',
    'Precio',
    `El precio total es de {{precio}} ({{precio_en_letras}}). Es todo lo que se paga por la vivienda y su lote.
{{ajuste_de_precio}}`,
  ),
  clauseOf(
    'pago-hipoteca',
    'Forma de pago',
    `EL PROMITENTE COMPRADOR paga un abono inicial de {{abono}} ({{abono_en_letras}}) así: {{plan_de_pago}}.
El saldo de {{saldo}} ({{saldo_en_letras}}) lo paga el banco con un préstamo hipotecario, cuando la escritura queda inscrita en el Registro Público.`,
    'hipoteca',
  ),
  clauseOf(
    'pago-contado',
    'Forma de pago',
    `EL PROMITENTE COMPRADOR paga así: {{plan_de_pago}}.
El saldo de {{saldo}} ({{saldo_en_letras}}) se paga antes de firmar la escritura pública.`,
    'contado',
  ),
  clauseOf(
    'entrega',
    'Entrega',
    `La vivienda se entrega a más tardar el {{fecha_entrega}}. Esta fecha cambia solo por adenda firmada por las dos partes.`,
  ),
  clauseOf(
    'impuestos',
    'Impuestos',
    `El impuesto de transferencia de bienes inmuebles y el impuesto sobre la renta de la venta los paga la PROMITENTE VENDEDORA.`,
  ),
  clauseOf(
    'gastos',
    'Gastos legales y de trámite',
    `Los gastos legales y de trámite son los de la proforma aceptada.`,
    'con_proforma',
  ),
  clauseOf(
    'retiro',
    'Si EL PROMITENTE COMPRADOR se retira',
    `EL PROMITENTE COMPRADOR puede retirarse con una carta firmada. La PROMITENTE VENDEDORA le devuelve lo pagado, menos una penalidad de {{penalidad}} de lo pagado, dentro de {{dias_devolucion}} días.
- Si un banco le niega el crédito y presenta la carta de rechazo, no hay penalidad.
- Si la PROMITENTE VENDEDORA no cumple, devuelve todo lo pagado.`,
  ),
  clauseOf('codeudores', 'Codeudores', `Responden también por el préstamo: {{codeudores}}.`, 'con_codeudor'),
  clauseOf(
    'solidaridad',
    'Varios compradores',
    `Quienes compran responden juntos por todas las obligaciones de este contrato y firman juntos la escritura.`,
    'varios_compradores',
  ),
  clauseOf(
    'garantia',
    'Garantía',
    `La PROMITENTE VENDEDORA responde por los defectos de la vivienda según la ley. La garantía empieza el día de la entrega.`,
  ),
  clauseOf(
    'cesion',
    'Cesión',
    `EL PROMITENTE COMPRADOR puede ceder este contrato a otra persona solo con una adenda firmada por las tres partes.`,
  ),
  clauseOf(
    'avisos',
    'Avisos',
    `Los avisos valen por escrito, al correo {{comprador_correo}} o al celular {{comprador_telefono}}, y a la dirección de la promotora, {{promotora_direccion}}.`,
  ),
  clauseOf('anexos', 'Anexos', `Son parte de este contrato: {{anexos}}.`, 'con_anexos'),
  clauseOf(
    'firma',
    'Firma',
    `Este contrato se firma por medios electrónicos según la Ley 51 de 2008, o de puño y letra, a más tardar el {{vence_firma}}. Fecha: {{fecha}}.`,
  ),
];

const CHANGE: readonly Clause[] = [
  PARTIES,
  clauseOf(
    'antecedente',
    'Antecedente',
    `Las partes firmaron el contrato de promesa de compraventa {{promesa_codigo}} el {{promesa_fecha}}, sobre el lote {{lote}} del proyecto {{proyecto}}.`,
  ),
  clauseOf(
    'cambio',
    'Lo que cambia',
    `Desde la firma de esta adenda cambia lo siguiente: {{cambio}}.\nMotivo: {{motivo}}.`,
  ),
  clauseOf(
    'resto',
    'Lo que no cambia',
    `Todo lo demás del contrato de promesa de compraventa queda igual y sigue vigente.`,
  ),
  clauseOf(
    'firma',
    'Firma',
    `Esta adenda se firma por medios electrónicos según la Ley 51 de 2008, o de puño y letra, a más tardar el {{vence_firma}}. Fecha: {{fecha}}.`,
  ),
];

const CESSION: readonly Clause[] = [
  PARTIES,
  clauseOf(
    'antecedente',
    'Antecedente',
    `EL PROMITENTE COMPRADOR tiene el contrato {{promesa_codigo}}, del {{promesa_fecha}}, sobre el lote {{lote}} del proyecto {{proyecto}}, por {{precio}}.`,
  ),
  clauseOf(
    'cesion',
    'La cesión',
    `{{compradores}} cede a {{cesionario}} todos los derechos y obligaciones del contrato, con los pagos hechos hasta hoy. La PROMITENTE VENDEDORA la acepta.\nMotivo: {{motivo}}.`,
  ),
  clauseOf('efecto', 'Lo que cambia', `Desde la última firma: {{cambio}}.`),
  ...CHANGE.slice(-1),
];

const RESCISSION: readonly Clause[] = [
  PARTIES,
  clauseOf(
    'antecedente',
    'Antecedente',
    `EL PROMITENTE COMPRADOR tiene el contrato {{promesa_codigo}}, del {{promesa_fecha}}, sobre el lote {{lote}} del proyecto {{proyecto}}, por {{precio}}. La PROMITENTE VENDEDORA le dio aviso de incumplimiento el {{aviso_incumplimiento}}.`,
  ),
  clauseOf(
    'rescision',
    'La rescisión',
    `El contrato se rescinde y el lote queda libre.\nMotivo: {{motivo}}.`,
  ),
  clauseOf(
    'devolucion',
    'La devolución',
    `EL PROMITENTE COMPRADOR pagó {{pagado}}. La PROMITENTE VENDEDORA retiene {{penalidad_monto}} y devuelve {{devolucion}} dentro de {{dias_devolucion}} días.`,
  ),
  clauseOf('fecha', 'Fecha', `Fecha: {{fecha}}.`),
];

const STARTERS: Readonly<Partial<Record<TemplateKind, readonly Clause[]>>> = {
  promesa: PROMISE,
  cesion: CESSION,
  rescision: RESCISSION,
};

/** The clauses that a new template of this kind begins with. */
export const starterOf = (kind: TemplateKind): readonly Clause[] => STARTERS[kind] ?? CHANGE;
