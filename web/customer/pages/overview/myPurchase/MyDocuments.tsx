import type { MyDocument } from '#contract/legal/envelopes/mine.ts';
import styles from './MyDocuments.module.css';

/** The documents that this buyer signs, and the signed copies. */
export const MyDocuments = ({ documents }: { documents: readonly MyDocument[] }) => (
  <section id="firmas" className={styles.documents}>
    <h2>Documentos por firmar y firmados</h2>
    <ul>
      {documents.map(({ id, title, standing, text, sealed }) => (
        <li key={id}>
          <strong>{title}</strong>
          <span>{text}</span>
          {standing === 'firmar' && <a href={`/clientes/documentos/${id}/firmar`}>Leer y firmar</a>}
          {sealed && (
            <a href={`/clientes/documentos/${id}/firmado.pdf`} target="_blank" rel="noopener">
              Descargar mi copia firmada (PDF)
            </a>
          )}
        </li>
      ))}
    </ul>
  </section>
);
