// Package config is what a host writes into the configuration file and the
// environment: read, checked, and filled with what is usual.
package config
