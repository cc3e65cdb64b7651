import styles from './templates.module.css';

interface MailFrameProps {
  title: string;
  /** A whole HTML document of the server's. */
  page: string;
  size: 'phone' | 'desk';
}

/** A mail as its reader sees it, in a frame in which nothing runs, follows a link or sends a form. */
export const MailFrame = ({ title, page, size }: MailFrameProps) => (
  <iframe title={title} className={styles.frame} data-size={size} sandbox="" srcDoc={page} />
);
