import { greeted } from '#contract/names.ts';
import { APPOINTMENT_MAILS } from './appointmentMails.ts';
import { BANK_MAILS } from './bankMails.ts';
import { CARE_MAILS } from './careMails.ts';
import { CESSION_MAILS } from './cessionMails.ts';
import { DOCUMENT_MAILS } from './documentMails.ts';
import { NOTICE_MAILS } from './noticeMails.ts';
import { PAYMENT_MAILS } from './paymentMails.ts';
import { REMINDER_MAILS } from './reminderMails.ts';
import type { TemplateSpec, Variable } from './template.ts';
import { WORKS_MAILS } from './worksMails.ts';

const mail = <const V extends Readonly<Record<string, Variable>>>(
  audience: TemplateSpec['audience'],
  spec: Omit<TemplateSpec, 'channel' | 'audience' | 'variables'> & { variables: V },
) => ({ channel: 'correo' as const, audience, ...spec });

const nombre = { label: 'Nombre de quien lo recibe', example: 'Ana Pérez' };
const cliente = { label: 'Cliente', example: 'Ana Pérez' };
const codigo = { label: 'Código del pre-contrato', example: 'PC-2026-00042' };
const modelo = { label: 'Modelo', example: 'Guayacán' };
const proyecto = { label: 'Proyecto', example: 'Valle Sereno' };
const monto = { label: 'Monto', example: 'USD 500.00' };
const motivo = { label: 'Motivo', example: 'La foto se ve borrosa.' };
const hasta = { label: 'Fecha límite; vacía si no hay', example: '25 de noviembre de 2026, 10:00 a. m.' };
const documento = { label: 'Documento', example: 'Carta de trabajo' };
const minutos = { label: 'Minutos que sirve', example: '10' };
const seisDigitos = { label: 'Código de seis números', example: '123 456', required: true } as const;
const lote = { label: 'Lote', example: 'A-07' };
const COMPRA = 'https://llave.example/clientes/mi-compra/PC-2026-00042?token=ejemplo';
const enlace = (button: string) =>
  ({ label: 'Enlace personal a la compra', example: COMPRA, required: true, button }) as const;
const OFICINA = 'https://llave.example/oficina/ventas/42';
const venta = {
  label: 'Página de la venta',
  example: OFICINA,
  required: true,
  button: 'Abrir la venta',
} as const;

/** To buyers, in "tú". */
const CUSTOMER_MAILS = {
  codigo: mail('cliente', {
    label: 'Código de un solo uso',
    when: 'Cuando el comprador pide un código para firmar o ver sus documentos.',
    variables: { nombre, codigo: seisDigitos, minutos },
    subject: '{{codigo}} es tu código',
    body: 'Hola, {{nombre}}.\n\nTu código es {{codigo}}. Escríbelo en la página donde lo pediste. Sirve una vez, durante {{minutos}} minutos.\n\nNo se lo des a nadie: nosotros nunca te lo pediremos. Si no lo pediste, no hagas nada.',
  }),
  enlace: mail('cliente', {
    label: 'Enlace de la compra',
    when: 'Cuando un colega le envía otra vez el enlace.',
    variables: { cliente, proyecto, modelo, enlace: enlace('Ver mi compra') },
    subject: 'Tu compra en {{proyecto}}',
    body: 'Hola, {{cliente}}.\n\nCon este enlace sigues tu compra de {{modelo}}. Es solo tuyo: no lo compartas.\n\n{{enlace}}',
  }),
  derecho_recibido: mail('cliente', {
    label: 'Solicitud sobre sus datos recibida',
    when: 'Cuando alguien pide en la página un derecho sobre sus datos, a su correo registrado.',
    variables: {
      nombre,
      derecho: { label: 'Derecho que pidió', example: 'Acceso' },
      hasta: { label: 'Último día para responder', example: '7 de diciembre de 2026' },
    },
    subject: 'Recibimos tu solicitud sobre tus datos',
    body: 'Hola, {{nombre}}.\n\nRecibimos tu solicitud: {{derecho}}. Te respondemos a más tardar el {{hasta}}, a este correo o al celular que nos diste.\n\nSi no la hiciste tú, responde este correo: no cambiamos ni entregamos nada sin confirmar contigo.',
  }),
  precontrato_recibido: mail('cliente', {
    label: 'Pre-contrato recibido',
    when: 'Cuando el comprador envía el pre-contrato.',
    variables: {
      cliente,
      codigo,
      modelo,
      proyecto,
      hasta,
      confirmar: {
        label: 'Cuántas horas se guarda el lote si confirma su correo; vacío si ya lo hizo',
        example: '48',
      },
      separacion: { label: 'Monto de la separación; vacío si ya la reportó', example: 'USD 500.00' },
      pagado: { label: 'Monto del comprobante que ya envió; vacío si no', example: 'USD 500.00' },
      enlace: enlace('Ver mi compra'),
    },
    subject: 'Recibimos tu pre-contrato {{codigo}}',
    body: 'Hola, {{cliente}}.\n\nTu pre-contrato de {{modelo}} en {{proyecto}} es el {{codigo}}.{{#si hasta}} Guardamos tu lote hasta el {{hasta}}.{{/si}}{{#si confirmar}} Confirma tu correo con el código que pides en la página y te lo guardamos {{confirmar}} horas.{{/si}}{{#si pagado}} Recibimos tu comprobante por {{pagado}}: contabilidad lo está revisando y te avisamos cuando esté confirmado.{{/si}}{{#si separacion}} Paga la separación de {{separacion}} y envíanos el comprobante.{{/si}} Sigue tu compra desde este enlace, que es solo tuyo:\n\n{{enlace}}',
  }),
  precontrato_firmado: mail('cliente', {
    label: 'Pre-contrato firmado',
    when: 'Cuando el comprador firma su pre-contrato; lleva la copia en PDF.',
    variables: { cliente, codigo, modelo, proyecto, enlace: enlace('Ver mi compra') },
    subject: 'Tu pre-contrato {{codigo}} firmado',
    body: 'Hola, {{cliente}}.\n\nAdjuntamos tu copia del pre-contrato {{codigo}} de {{modelo}} en {{proyecto}}, con la constancia de tu firma. Guárdala. También la descargas cuando quieras desde «Mi compra»:\n\n{{enlace}}',
  }),
  documentos_pendientes: mail('cliente', {
    label: 'Documentos pendientes',
    when: 'Cuando un procesador pide lo que falta.',
    variables: {
      cliente,
      documentos: { label: 'Lista de documentos', example: '· Carta de trabajo\n· Recibo de luz' },
      asunto: { label: 'Cuántos faltan, en palabras', example: 'Nos faltan 2 documentos' },
      mensaje: { label: 'Lo que escribió el procesador', example: 'La carta debe ser de este mes.' },
      enlace: enlace('Subir documentos'),
    },
    subject: '{{asunto}}',
    body: 'Hola, {{cliente}}.\n\nPara seguir con tu compra necesitamos:\n{{documentos}}\n\n{{mensaje}}\n\nSúbelos desde tu celular:\n\n{{enlace}}',
  }),
  documento_rechazado: mail('cliente', {
    label: 'Documento rechazado',
    when: 'Cuando se rechaza un documento.',
    variables: { cliente, documento, motivo, enlace: enlace('Tomar la foto') },
    subject: 'Necesitamos de nuevo: {{documento}}',
    body: 'Hola, {{cliente}}.\n\nRevisamos «{{documento}}» y necesitamos que lo envíes otra vez.\nMotivo: {{motivo}}\n\nEntra aquí y toma la foto desde tu celular:\n\n{{enlace}}',
  }),
  proforma: mail('cliente', {
    label: 'Proforma',
    when: 'Cuando un asesor le envía su proforma.',
    variables: {
      cliente,
      codigo: { label: 'Número de la proforma', example: 'PF-2026-00012' },
      modelo,
      proyecto,
      precio: { label: 'Precio', example: 'USD 74,900.00' },
      letra: { label: 'Letra mensual; vacía si es de contado', example: 'USD 262.57' },
      hasta: { label: 'Último día en que vale', example: '6 de diciembre de 2026' },
      enlace: {
        label: 'Enlace personal a la proforma',
        example: 'https://llave.example/proforma/ejemplo',
        required: true,
        button: 'Ver mi proforma',
      },
    },
    subject: 'Tu proforma de {{modelo}} en {{proyecto}}',
    body: 'Hola, {{cliente}}.\n\nTu proforma {{codigo}} ya está lista: {{modelo}} en {{proyecto}} por {{precio}}.{{#si letra}} La letra sería desde {{letra}} al mes.{{/si}} Vale hasta el {{hasta}}.\n\nÁbrela, guárdala en PDF o acéptala desde aquí:\n\n{{enlace}}',
  }),
  pago_confirmado: mail('cliente', {
    label: 'Pago confirmado',
    when: 'Cuando contabilidad confirma el pago.',
    variables: {
      cliente,
      monto,
      recibo: { label: 'Número de recibo', example: '123' },
      resta: { label: 'Lo que falta de ese pago; vacío si nada', example: 'USD 100.00' },
      hasta,
      enlace: enlace('Ver mi compra'),
    },
    subject: 'Recibimos tu pago de {{monto}}',
    body: 'Hola, {{cliente}}.\n\nConfirmamos tu pago de {{monto}}. Tu recibo es el número {{recibo}}.{{#si resta}}\nDe ese pago faltan {{resta}}.{{/si}}{{#si hasta}}\nTu lote queda separado hasta el {{hasta}}.{{/si}}\n\nMira cómo va tu compra:\n\n{{enlace}}',
  }),
  pago_rechazado: mail('cliente', {
    label: 'Pago no confirmado',
    when: 'Cuando contabilidad no encuentra el pago.',
    variables: { cliente, motivo, hasta, enlace: enlace('Enviar el comprobante') },
    subject: 'No pudimos confirmar tu pago',
    body: 'Hola, {{cliente}}.\n\nNo pudimos confirmar el pago que reportaste.\nMotivo: {{motivo}}\n\nEnvíanos el comprobante correcto{{#si hasta}} antes del {{hasta}}: hasta entonces guardamos tu lote{{/si}}.\n\n{{enlace}}',
  }),
  reserva_vence: mail('cliente', {
    label: 'La reserva vence pronto',
    when: 'Un día antes de que venza la reserva sin pagar.',
    variables: { cliente, hasta, enlace: enlace('Ver mi compra') },
    subject: 'Guardamos tu lote hasta el {{hasta}}',
    body: 'Hola, {{cliente}}.\n\nTu reserva vence pronto. Paga la separación y envíanos el comprobante.\n\n{{enlace}}',
  }),
  separacion_vence: mail('cliente', {
    label: 'La separación vence pronto',
    when: 'Un día antes de que venza la separación pagada.',
    variables: { cliente, hasta, enlace: enlace('Ver mi compra') },
    subject: 'Guardamos tu lote hasta el {{hasta}}',
    body: 'Hola, {{cliente}}.\n\nTu separación vence pronto. Completa tus documentos para seguir con la compra.\n\n{{enlace}}',
  }),
  separacion_extendida: mail('cliente', {
    label: 'Separación extendida',
    when: 'Cuando coordinación extiende la separación pagada.',
    variables: { cliente, hasta, enlace: enlace('Ver mi compra') },
    subject: 'Guardamos tu lote hasta el {{hasta}}',
    body: 'Hola, {{cliente}}.\n\nTienes más tiempo: guardamos tu lote hasta el {{hasta}}. Completa tus documentos para seguir con la compra.\n\n{{enlace}}',
  }),
  separacion_vencida: mail('cliente', {
    label: 'Venció el tiempo del lote',
    when: 'Cuando el lote vuelve a quedar libre.',
    variables: { cliente, enlace: enlace('Revisar si sigue libre') },
    subject: 'Venció el tiempo para separar tu lote',
    body: 'Hola, {{cliente}}.\n\nEl lote quedó libre otra vez. Si todavía quieres tu casa, revisa si sigue libre y te lo guardamos de nuevo: tus datos y documentos siguen guardados.\n\n{{enlace}}',
  }),
  espera_anotado: mail('cliente', {
    label: 'Anotado en una lista de espera',
    when: 'Cuando alguien se anota para un lote tomado.',
    variables: {
      cliente,
      lote,
      proyecto,
      puesto: { label: 'Puesto en la lista', example: '3' },
      enlace: {
        label: 'Enlace para ver su puesto o salir',
        example: 'https://llave.example/clientes/espera/12.ejemplo',
        required: true,
        button: 'Ver mi puesto',
      },
    },
    subject: 'Estás en la lista de espera del lote {{lote}}',
    body: 'Hola, {{cliente}}.\n\nTu puesto para el lote {{lote}} de {{proyecto}} es el {{puesto}}. Si queda libre y te toca, te escribimos y lo guardamos para ti un tiempo.\n\nCon este enlace ves tu puesto o sales de la lista:\n\n{{enlace}}',
  }),
  espera_lote_libre: mail('cliente', {
    label: 'Un lote de la lista de espera quedó libre',
    when: 'Cuando le toca al primero de la lista.',
    variables: { cliente, lote, proyecto, hasta, enlace: enlace('Apartar el lote') },
    subject: 'El lote {{lote}} es tuyo hasta el {{hasta}}',
    body: 'Hola, {{cliente}}.\n\nEl lote {{lote}} de {{proyecto}} quedó libre y te toca a ti. Lo guardamos solo para ti hasta el {{hasta}}. Completa tus datos antes de esa hora con este enlace, que es solo tuyo; después le toca a la siguiente persona.\n\n{{enlace}}',
  }),
};

/** To staff. */
const STAFF_MAILS = {
  invitacion: mail('personal', {
    label: 'Invitación a la oficina',
    when: 'Cuando se agrega a una persona.',
    variables: {
      nombre,
      empresa: { label: 'Empresa', example: 'Casas del Sol' },
      dias: { label: 'Días que sirve', example: '7' },
      enlace: {
        label: 'Enlace para elegir la contraseña',
        example: 'https://llave.example/ingresar/recuperar#invitacion=ejemplo',
        required: true,
        button: 'Elegir contraseña',
      },
    },
    subject: 'Tu acceso a la oficina de {{empresa}}',
    body: 'Hola, {{nombre}}.\n\nYa tienes acceso a la oficina de {{empresa}}. Elige tu contraseña con este enlace. Sirve una vez, durante {{dias}} días.\n\n{{enlace}}',
  }),
  clave: mail('personal', {
    label: 'Cambio de contraseña',
    when: 'Cuando alguien olvidó su contraseña.',
    variables: {
      nombre,
      minutos,
      enlace: {
        label: 'Enlace para poner la contraseña',
        example: 'https://llave.example/ingresar/recuperar#clave=ejemplo',
        required: true,
        button: 'Poner otra contraseña',
      },
    },
    subject: 'Poner otra contraseña',
    body: 'Hola, {{nombre}}.\n\nPara poner otra contraseña, abre este enlace. Sirve una vez, durante {{minutos}} minutos.\n\n{{enlace}}\n\nSi no la pediste, no hagas nada: la contraseña sigue igual.',
  }),
  codigo_ingreso: mail('personal', {
    label: 'Código para iniciar sesión',
    when: 'Como segundo paso al ingresar.',
    variables: { codigo: seisDigitos, minutos },
    subject: 'Código para iniciar sesión',
    body: 'El código para terminar de iniciar sesión es {{codigo}}. Sirve una vez, durante {{minutos}} minutos.\n\nSi no estás iniciando sesión, alguien conoce tu contraseña: cámbiala cuanto antes.',
  }),
  clave_cambiada: mail('personal', {
    label: 'Aviso: contraseña cambiada',
    when: 'Después de cambiar la contraseña.',
    variables: { nombre },
    subject: 'La contraseña fue cambiada',
    body: 'Hola, {{nombre}}.\n\nTu contraseña acaba de cambiar y las demás sesiones se cerraron.\n\nSi no fuiste tú, avisa enseguida a quien administra el sistema.',
  }),
  correo_cambiado: mail('personal', {
    label: 'Aviso: correo cambiado',
    when: 'Después de cambiar el correo de una cuenta.',
    variables: { nombre, correo: { label: 'Correo nuevo', example: 'ana@empresa.com' } },
    subject: 'Cambió el correo de tu cuenta',
    body: 'Hola, {{nombre}}.\n\nDesde ahora ingresas a la oficina con {{correo}}. Tus sesiones se cerraron.\n\nSi no lo esperabas, avisa enseguida a quien administra el sistema.',
  }),
  segundo_paso_cambiado: mail('personal', {
    label: 'Aviso: segundo paso cambiado',
    when: 'Después de poner o quitar un segundo paso.',
    variables: { nombre, cambio: { label: 'Qué cambió', example: 'La app de autenticación quedó puesta.' } },
    subject: 'Cambió el segundo paso de tu cuenta',
    body: 'Hola, {{nombre}}.\n\n{{cambio}}\n\nSi no fuiste tú, cambia tu contraseña y avisa a quien administra el sistema.',
  }),
  precontrato_asignado: mail('personal', {
    label: 'Pre-contrato asignado',
    when: 'A quien procesa, cuando le toca una venta.',
    variables: {
      codigo,
      cliente,
      modelo,
      proyecto,
      motivo: { label: 'Motivo, si viene de otra persona', example: 'Vacaciones de Lizbeth.' },
      enlace: venta,
    },
    subject: '{{codigo}} es tuyo',
    body: '{{#si motivo}}Te pasaron la venta de {{cliente}}: {{modelo}} en {{proyecto}}.\nMotivo: {{motivo}}{{/si}}{{#no motivo}}{{cliente}} compra {{modelo}} en {{proyecto}}.{{/no}}\n\n{{enlace}}',
  }),
  documento_cargado: mail('personal', {
    label: 'Documento cargado',
    when: 'A quien procesa, cuando el comprador sube un documento.',
    variables: { codigo, cliente, documento, enlace: venta },
    subject: '{{codigo}}: {{documento}}',
    body: '{{cliente}} cargó «{{documento}}».\n\n{{enlace}}',
  }),
  pago_reportado: mail('personal', {
    label: 'Pago por verificar',
    when: 'A contabilidad, cuando el comprador reporta un pago.',
    variables: {
      codigo,
      cliente,
      monto,
      concepto: { label: 'Qué se paga', example: 'Separación' },
      enlace: {
        label: 'Página del pago',
        example: 'https://llave.example/oficina/pagos?pago=7',
        required: true,
        button: 'Abrir el pago',
      },
    },
    subject: '{{codigo}}: pago de {{monto}} por verificar',
    body: '{{cliente}} reportó un pago: {{concepto}}.\n\n{{enlace}}',
  }),
  pago_confirmado_interno: mail('personal', {
    label: 'Pago confirmado, a quien procesa',
    when: 'A quien procesa, cuando contabilidad confirma.',
    variables: {
      codigo,
      cliente,
      monto,
      concepto: { label: 'Qué se paga', example: 'Cuota 3' },
      enlace: venta,
    },
    subject: '{{codigo}}: pago confirmado',
    body: 'Contabilidad confirmó {{monto}} de {{cliente}} ({{concepto}}).\n\n{{enlace}}',
  }),
  pago_rechazado_interno: mail('personal', {
    label: 'Pago rechazado, a quien procesa',
    when: 'A quien procesa, cuando contabilidad rechaza.',
    variables: { codigo, cliente, motivo, enlace: venta },
    subject: '{{codigo}}: pago rechazado',
    body: 'Contabilidad rechazó el pago de {{cliente}}.\nMotivo: {{motivo}}\n\n{{enlace}}',
  }),
  vence_pronto_interno: mail('personal', {
    label: 'Vence pronto',
    when: 'A quien procesa, un día antes.',
    variables: {
      codigo,
      cliente,
      modelo,
      proyecto,
      plazo: { label: 'Qué vence', example: 'la separación' },
      hasta,
      enlace: venta,
    },
    subject: '{{codigo}}: {{plazo}} vence el {{hasta}}',
    body: '{{cliente}}, {{modelo}} en {{proyecto}}.\n\n{{enlace}}',
  }),
  separacion_vencida_interno: mail('personal', {
    label: 'Separación vencida',
    when: 'A quien procesa, cuando el lote queda libre.',
    variables: { codigo, cliente, modelo, proyecto, enlace: venta },
    subject: '{{codigo}}: separación vencida',
    body: '{{cliente}}, {{modelo}} en {{proyecto}}. El lote quedó libre.\n\n{{enlace}}',
  }),
  firma_rechazada: mail('personal', {
    label: 'El cliente no firmó',
    when: 'A quien procesa, cuando el comprador rechaza firmar.',
    variables: { codigo, cliente, motivo, enlace: venta },
    subject: '{{codigo}}: el cliente no firmó',
    body: '{{cliente}} rechazó firmar el pre-contrato.\n{{#si motivo}}Motivo: {{motivo}}{{/si}}{{#no motivo}}No dejó motivo.{{/no}}\n\n{{enlace}}',
  }),
};

export const MAIL_TEMPLATES = {
  ...CUSTOMER_MAILS,
  ...REMINDER_MAILS,
  ...PAYMENT_MAILS,
  ...APPOINTMENT_MAILS,
  ...BANK_MAILS,
  ...WORKS_MAILS,
  ...CARE_MAILS,
  ...CESSION_MAILS,
  ...DOCUMENT_MAILS,
  ...NOTICE_MAILS,
  ...STAFF_MAILS,
};
export type MailTemplate = keyof typeof MAIL_TEMPLATES;

export type ValuesOf<K extends MailTemplate> = Record<
  keyof (typeof MAIL_TEMPLATES)[K]['variables'],
  string | null | undefined
>;

/** Template values of a mail; a missing value becomes ''. */
export const fill = <K extends MailTemplate>(
  template: K,
  values: ValuesOf<K>,
): { template: string; values: Record<string, string> } => ({
  template,
  values: Object.fromEntries(
    Object.entries<string | null | undefined>(values).map(([name, value]) => [
      name,
      name === 'cliente' || name === 'nombre' ? greeted(value ?? '') : (value ?? ''),
    ]),
  ),
});
