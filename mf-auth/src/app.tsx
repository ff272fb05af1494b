import { type mounts, REMOTE_BRAND, REMOTE_CONTRACT, type RemoteApp } from 'shared/contract'
import { ForgotPasswordPage } from './forgot-password/ForgotPasswordPage.tsx'
import { LoginPage } from './login/LoginPage.tsx'
import { ProfilePage } from './profile/ProfilePage.tsx'
import { RegisterPage } from './register/RegisterPage.tsx'
import { ResetPasswordPage } from './reset-password/ResetPasswordPage.tsx'

type AuthPath = Extract<(typeof mounts)[number], { remote: 'mf_auth' }>['path']

/** A route of this remote: the path can only be one that the shell mounts for it. */
const route = (path: AuthPath, Component: RemoteApp['routes'][number]['Component']) => ({ path, Component })

export default {
  brand: REMOTE_BRAND,
  contract: REMOTE_CONTRACT,
  name: 'mf_auth',
  routes: [
    route('/login', LoginPage),
    route('/register', RegisterPage),
    route('/forgot-password', ForgotPasswordPage),
    route('/reset-password', ResetPasswordPage),
    route('/profile', ProfilePage),
  ],
  slots: {},
} satisfies RemoteApp<'mf_auth'>
