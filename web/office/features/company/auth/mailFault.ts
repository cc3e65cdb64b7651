/** The error of a sign-in mail address; null if it is valid. */
export const mailFault = (email: string | null) =>
  /^\S+@\S+$/.test(email?.trim() ?? '') ? null : 'Escribe tu correo, por ejemplo ana@empresa.com.';
