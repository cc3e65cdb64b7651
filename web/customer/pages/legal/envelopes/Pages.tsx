import styles from './Pages.module.css';

interface Props {
  id: number;
  title: string;
  pages: number;
  /** The way to the signature, below a long document. */
  signs: boolean;
}

/** The document, page by page as pictures, so that every phone shows it; and as PDF for who wants it. */
export function Pages({ id, title, pages, signs }: Props) {
  if (pages === 0) return null;
  return (
    <section className={styles.document} aria-label={title}>
      <div className={styles.bar}>
        <h2>El documento</h2>
        <a href={`/clientes/documentos/${id}/documento.pdf`} target="_blank" rel="noopener">
          Abrir el PDF
        </a>
        {signs && <a href="#firmar">Ir a firmar</a>}
      </div>
      <ol className={styles.pages}>
        {Array.from({ length: pages }, (_, at) => (
          <li key={at}>
            <img
              src={`/clientes/documentos/${id}/paginas/${at + 1}`}
              alt={`Página ${at + 1} de ${pages}. El texto está en el PDF.`}
              loading={at === 0 ? 'eager' : 'lazy'}
              width={1100}
              height={1424}
              className={styles.page}
            />
            <p className={styles.number} aria-hidden>
              Página {at + 1} de {pages}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
