import styles from './templates.module.css';

interface MailFrameProps {
  title: string;
  /** A complete HTML document from the server. */
  page: string;
  size: 'phone' | 'desk';
}

/** A mail as its recipient sees it. The sandboxed frame blocks scripts, links and forms. */
export const MailFrame = ({ title, page, size }: MailFrameProps) => (
  <iframe title={title} className={styles.frame} data-size={size} sandbox="" srcDoc={page} />
);
