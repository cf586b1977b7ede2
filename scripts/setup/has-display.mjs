/** Whether a window could be seen here. */

/** True when there is a screen: always on macOS and Windows, elsewhere when the environment names one. */
export function hasDisplay(env = process.env, platform = process.platform) {
  return platform === 'darwin' || platform === 'win32' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}
