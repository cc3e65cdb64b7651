import { dayText, panamaDay, panamaTime } from '#contract/dates.ts';
import type { FoundSignature, PublicSeal, Verdict } from '#contract/legal/verification/model.ts';
import { Notice } from '#web/customer/components/Notice.tsx';
import styles from './verification.module.css';

const TONES: Readonly<Record<Verdict['outcome'], 'positive' | 'attention' | 'negative' | 'progress'>> = {
  genuino: 'positive',
  firmado: 'progress',
  existe: 'progress',
  por_sellar: 'attention',
  ajeno: 'attention',
  desconocido: 'attention',
  rechazado: 'attention',
  alterado: 'negative',
};

const instant = (at: string) => `${dayText(panamaDay(at))}, ${panamaTime(at)}, hora de Panamá`;

/** The answer, why, and what may be known of the document. */
export function VerdictShown({ verdict }: { verdict: Verdict }) {
  const { outcome, title, says, seal, signatures } = verdict;
  return (
    <>
      <Notice tone={TONES[outcome]} title={title} announce="status">
        {says.map((one) => (
          <p key={one}>{one}</p>
        ))}
      </Notice>
      {seal && <SealShown seal={seal} />}
      {signatures.length > 0 && (
        <section className={styles.part}>
          <h2>Firmas digitales en el archivo</h2>
          {signatures.map((one, at) => (
            <SignatureShown key={`${one.signer} ${at}`} signature={one} />
          ))}
        </section>
      )}
    </>
  );
}

function SealShown({ seal }: { seal: PublicSeal }) {
  const rows: readonly (readonly [string, string | null])[] = [
    ['Documento', seal.title],
    ['Empresa', seal.company],
    ['Sellado', seal.sealed_at && instant(seal.sealed_at)],
    ['Hora certificada', seal.stamped_at && instant(seal.stamped_at)],
    ['Firmantes', `${seal.signers.length}: ${seal.signers.join(', ')}`],
    ['Cadena de eventos', seal.chain_whole ? 'Completa' : 'Rota'],
    ['Certificado', seal.certificate],
    ['Huella', seal.fingerprint],
  ];
  return (
    <section className={styles.part}>
      <h2>El documento sellado</h2>
      <dl className={styles.facts}>
        {rows.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

function SignatureShown({ signature }: { signature: FoundSignature }) {
  return (
    <Notice tone={signature.tone} title={signature.signer}>
      <p>Emitido por {signature.issuer}</p>
      <ul className={styles.says}>
        {signature.says.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </Notice>
  );
}
