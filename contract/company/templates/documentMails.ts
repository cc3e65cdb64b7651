import type { TemplateSpec, Variable } from './template.ts';

const mail = <const V extends Readonly<Record<string, Variable>>>(
  spec: Omit<TemplateSpec, 'channel' | 'audience' | 'variables'> & { variables: V },
) => ({ channel: 'correo' as const, audience: 'cliente' as const, ...spec });

const nombre = { label: 'Nombre de quien firma', example: 'Ana Pérez' };
const documento = { label: 'Documento', example: 'Carta de autorización' };
const empresa = { label: 'Empresa', example: 'Valle Sereno' };
const hasta = { label: 'Hasta cuándo se puede firmar', example: '25 de noviembre de 2026, 11:59 p. m.' };
const enlace = {
  label: 'Enlace personal para firmar',
  example: 'https://llave.example/firmar/12?token=ejemplo',
  required: true,
  button: 'Leer y firmar',
} as const;

/** To the people who sign a document, buyers and representatives, in "tú". */
export const DOCUMENT_MAILS = {
  documento_por_firmar: mail({
    label: 'Documento por firmar',
    when: 'A quien le toca firmar un documento.',
    variables: { nombre, documento, empresa, hasta, enlace },
    subject: 'Firma «{{documento}}»',
    body: 'Hola, {{nombre}}.\n\n{{empresa}} te envía «{{documento}}» para que lo firmes. Léelo con calma: puedes firmarlo desde tu celular hasta el {{hasta}}. Si algo no está bien, ahí mismo nos lo dices.\n\nEste enlace es solo tuyo: no lo compartas con nadie.\n\n{{enlace}}',
  }),
  documento_por_firmar_recordatorio: mail({
    label: 'Documento por firmar, recordatorio',
    when: 'A las 24 y a las 72 horas, mientras no lo firme.',
    variables: { nombre, documento, empresa, hasta, enlace },
    subject: 'Falta tu firma en «{{documento}}»',
    body: 'Hola, {{nombre}}.\n\n«{{documento}}», de {{empresa}}, espera tu firma hasta el {{hasta}}. Con este enlace lo lees y lo firmas; el anterior ya no sirve.\n\n{{enlace}}',
  }),
  documento_devuelto: mail({
    label: 'Documento firmado que se devuelve',
    when: 'Cuando el PDF que subió no corresponde al documento enviado.',
    variables: {
      nombre,
      documento,
      empresa,
      motivo: { label: 'Motivo', example: 'Falta la última página.' },
    },
    subject: 'Revisa tu firma en «{{documento}}»',
    body: 'Hola, {{nombre}}.\n\n{{empresa}} revisó el PDF que subiste de «{{documento}}» y no lo puede aceptar.\nMotivo: {{motivo}}\n\nEntra con el enlace que ya tienes y súbelo otra vez, o fírmalo en línea.',
  }),
  documento_anulado: mail({
    label: 'Documento anulado',
    when: 'A quienes recibieron un documento que ya no hay que firmar.',
    variables: { nombre, documento, empresa },
    subject: 'Ya no hay que firmar «{{documento}}»',
    body: 'Hola, {{nombre}}.\n\n{{empresa}} anuló «{{documento}}»: el enlace para firmarlo ya no sirve y no tienes que hacer nada. Si hay un documento nuevo, te llega en otro correo.',
  }),
  documento_firmado: mail({
    label: 'Documento firmado por todos',
    when: 'A cada firmante, cuando el documento queda firmado y sellado; lleva la copia en PDF.',
    variables: {
      nombre,
      documento,
      empresa,
      adjunto: { label: '«sí» si el PDF va en el correo; vacío si es muy grande', example: 'sí' },
    },
    subject: '«{{documento}}» quedó firmado',
    body: 'Hola, {{nombre}}.\n\nTodos firmaron «{{documento}}», de {{empresa}}. {{#si adjunto}}Adjuntamos tu copia sellada, con la constancia de las firmas. Guárdala.{{/si}} El código de la última página permite comprobar que nadie la cambió.',
  }),
};
