/**
 * The privacy policy for buyers (Ley 81 de 2019, D.E. 285 de 2021; domain.md §4.7). A version is never edited once
 * someone may have accepted it: a change is a new version, and consents store the version's name.
 */
export interface Policy {
  version: string;
  /** First day in force. */
  from: string;
  sections: readonly { title: string; paragraphs: readonly string[] }[];
}

export const POLICIES: readonly Policy[] = [
  {
    version: '2026-01',
    from: '2026-01-01',
    sections: [
      {
        title: 'Qué datos pedimos y para qué',
        paragraphs: [
          'Para informarte y atenderte: tu nombre, tu celular y tu correo.',
          'Para vender una casa y hacer tu contrato: tu cédula, pasaporte o RUC, los datos de tu grupo familiar y de tus beneficiarios, tu firma y los pagos que haces.',
          'Para que un banco estudie tu hipoteca: tus documentos de trabajo e ingresos. Tu historial de crédito (APC) solo lo pedimos si firmas una autorización aparte.',
          'No usamos tus datos para nada más, y no los vendemos.',
        ],
      },
      {
        title: 'Con qué permiso',
        paragraphs: [
          'Con tu consentimiento, que das al marcar la casilla del formulario, y porque hacen falta para el contrato que nos pides. Guardamos qué texto aceptaste, cuándo y desde dónde.',
          'Puedes retirar tu consentimiento cuando quieras. Lo que ya se hizo con tu permiso sigue siendo válido, y conservamos lo que la ley nos obliga a conservar.',
        ],
      },
      {
        title: 'Quién los ve',
        paragraphs: [
          'Las personas de nuestra empresa que atienden tu compra, cada una solo lo que necesita. Cada vez que alguien abre tus documentos de identidad o de ingresos queda anotado.',
          'El banco o los bancos a los que tú decides presentar tu solicitud. Anotamos qué banco recibió tus documentos y cuándo.',
          'El abogado, la notaría, el Registro Público y las autoridades, cuando tu contrato o la ley lo piden.',
        ],
      },
      {
        title: 'Cuánto tiempo los guardamos',
        paragraphs: [
          'Mientras dure tu compra y su garantía. Después, hasta siete años como máximo, salvo que una ley exija más. Si no compras, borramos tus datos cuando ya no hacen falta.',
        ],
      },
      {
        title: 'Cómo los cuidamos',
        paragraphs: [
          'Tus archivos se guardan en privado y solo se abren con enlaces que vencen. Para ver tus documentos de identidad desde otro celular pedimos un código.',
          'Esta página usa únicamente las cookies que necesita para funcionar: ninguna de publicidad, y nada se envía a otras empresas cuando la visitas.',
          'Si algo llegara a pasar con tus datos, te avisamos a ti y a la autoridad dentro de las 72 horas.',
        ],
      },
      {
        title: 'Tus derechos',
        paragraphs: [
          'Puedes pedirnos ver tus datos, corregirlos, borrarlos, oponerte a que los usemos, o recibirlos en un archivo para llevarlos a otra parte (acceso, rectificación, cancelación, oposición y portabilidad).',
          'Escríbenos por WhatsApp o a la dirección de la empresa. Respondemos el acceso en 10 días hábiles y corregimos en 5 días hábiles. No cuesta nada.',
          'Si no quedas conforme, puedes reclamar ante la Autoridad Nacional de Transparencia y Acceso a la Información (ANTAI).',
        ],
      },
    ],
  },
];

/** The policy in force; new consents store its version. */
export const POLICY: Policy = POLICIES.at(-1)!;
