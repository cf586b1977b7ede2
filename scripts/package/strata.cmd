@echo off
rem The command line of the packaged program. It needs Node.js, which the window does not.
where node >nul 2>nul
if errorlevel 1 (
  echo strata: The command line needs Node.js 20.19 or newer, and there is no "node" in PATH. Install it from https://nodejs.org, or add its folder to PATH. 1>&2
  exit /b 1
)
node "%~dp0..\app.asar.unpacked\cli\cli.cjs" %*
