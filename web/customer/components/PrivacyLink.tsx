/** Opens the privacy policy, or one of its versions, in another window, so that nothing typed is lost. */
export const PrivacyLink = ({ version }: { version?: string }) => (
  <a
    href={version ? `/privacidad?version=${encodeURIComponent(version)}` : '/privacidad'}
    target="_blank"
    rel="noopener"
  >
    Leer la página de privacidad<span className="sr-only"> (abre otra ventana)</span>
  </a>
);
