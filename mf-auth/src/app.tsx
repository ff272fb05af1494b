import { REMOTE_BRAND, REMOTE_CONTRACT, type RemoteApp } from 'shared/contract'
import { lazyPart } from 'shared/remote'
import { LoginPage } from './login/LoginPage.tsx'

// People who log in need none of these.
const RegisterPage = lazyPart(() => import(/* webpackChunkName: "forms" */ './register/RegisterPage.tsx'))
const ForgotPasswordPage = lazyPart(
  () => import(/* webpackChunkName: "forms" */ './forgot-password/ForgotPasswordPage.tsx'),
)
const ResetPasswordPage = lazyPart(
  () => import(/* webpackChunkName: "forms" */ './reset-password/ResetPasswordPage.tsx'),
)
const EmailLinkPage = lazyPart(() => import(/* webpackChunkName: "forms" */ './email-link/EmailLinkPage.tsx'))
const ProfilePage = lazyPart(() => import(/* webpackChunkName: "profile" */ './profile/ProfilePage.tsx'))
const PrivacyPage = lazyPart(() => import(/* webpackChunkName: "privacy" */ './privacy/PrivacyPage.tsx'))

export default {
  brand: REMOTE_BRAND,
  contract: REMOTE_CONTRACT,
  name: 'mf_auth',
  routes: [
    { path: '/login', Component: LoginPage },
    { path: '/register', Component: RegisterPage },
    { path: '/forgot-password', Component: ForgotPasswordPage },
    { path: '/reset-password', Component: ResetPasswordPage },
    { path: '/profile', Component: ProfilePage },
    { path: '/email/:step', Component: EmailLinkPage },
    { path: '/privacidad', Component: PrivacyPage },
  ],
  slots: {},
} satisfies RemoteApp<'mf_auth'>
